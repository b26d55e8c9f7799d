/** Stores paid requests in a directory, one file each. After a crash a file has the old or the new content, never a part. */
import { createHash, randomUUID } from 'node:crypto';
import { link, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaidRequest, RequestStore } from '../requests/store.ts';
import { madeFolder } from './made-folder.ts';

/** @param folder a private directory of this account; created if missing. Several processes may share it. */
export function fileStore(folder: string): RequestStore {
  const pathOf = (name: string): string => join(folder, `${createHash('sha256').update(name).digest('hex')}.json`);
  return {
    async add(request) {
      const draft = await written(folder, request);
      const path = pathOf(request.name);
      try {
        for (let attempt = 0; attempt < ADD_ATTEMPTS_MAX; attempt++) {
          const there = (await isLinked(draft, path)) ? request : await read(path);
          if (there === null) continue; // another process removed it between link and read
          await synced(folder);
          return there;
        }
        throw new Error(`${path} can be neither written nor read; nothing was sent`);
      } finally {
        await rm(draft, { force: true });
      }
    },
    async save(request) {
      await rename(await written(folder, request), pathOf(request.name));
      await synced(folder);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async list() {
      await madeFolder(folder);
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const requests = await Promise.all(names.map((name) => read(join(folder, name))));
      return requests.filter((request) => request !== null);
    },
  };
}

/** An attempt fails only if another process added the name and removed it again since. */
const ADD_ATTEMPTS_MAX = 100;

/** False if the file exists: unlike a rename, a hard link never replaces a file. */
const isLinked = (draft: string, path: string): Promise<boolean> =>
  link(draft, path).then(() => true, valueOn('EEXIST', false));

/** Null if the file does not exist. */
const read = (path: string): Promise<PaidRequest | null> =>
  readFile(path, 'utf8').then((text) => parsed(text, path), valueOn('ENOENT', null));

/** A file that something else has changed or cut off is named, so that its owner can restore or remove it. */
function parsed(text: string, path: string): PaidRequest {
  try {
    const request = JSON.parse(text) as PaidRequest;
    if ([request.name, request.idempotencyKey, request.tool, request.arguments].every((it) => typeof it === 'string'))
      return request;
  } catch {}
  throw new Error(`${path} is no stored request; restore or remove it`);
}

const valueOn =
  <T>(code: string, value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === code) return value;
    throw error;
  };

/** Returns the path of the draft. */
async function written(folder: string, request: PaidRequest): Promise<string> {
  await madeFolder(folder);
  const draft = join(folder, `${randomUUID()}.draft`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(request));
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** Syncs the directory: without this, a power failure can lose the name of a new file. */
async function synced(folder: string): Promise<void> {
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
