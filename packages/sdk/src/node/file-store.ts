/** Paid requests in a folder, a file each, written so that a crash leaves the old one or the new one, never a part of one. */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaidRequest, RequestStore } from '../requests/store.ts';

/** @param folder of this account alone; made where it is missing. Several processes may share it. */
export function fileStore(folder: string): RequestStore {
  const placeOf = (name: string): string => join(folder, `${createHash('sha256').update(name).digest('hex')}.json`);
  return {
    async add(request) {
      const draft = await written(folder, request);
      const place = placeOf(request.name);
      try {
        for (let attempt = 0; attempt < ADD_ATTEMPTS_MAX; attempt++) {
          const there = (await isLinked(draft, place)) ? request : await read(place);
          if (there === null) continue; // removed between the two
          await synced(folder);
          return there;
        }
        throw new Error(`${place} can be neither written nor read; nothing was sent`);
      } finally {
        await rm(draft, { force: true });
      }
    },
    async save(request) {
      await rename(await written(folder, request), placeOf(request.name));
      await synced(folder);
    },
    async remove(name) {
      await rm(placeOf(name), { force: true });
    },
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const requests = await Promise.all(names.map((name) => read(join(folder, name))));
      return requests.filter((request) => request !== null);
    },
  };
}

/** Each fails only where another process added the name and removed it again since. */
const ADD_ATTEMPTS_MAX = 100;

/** False where there is one already: a link fails there, unlike a rename. */
const isLinked = (draft: string, place: string): Promise<boolean> =>
  link(draft, place).then(() => true, valueOn('EEXIST', false));

/** Null where there is none, or none any more. */
const read = (place: string): Promise<PaidRequest | null> =>
  readFile(place, 'utf8').then((text) => JSON.parse(text) as PaidRequest, valueOn('ENOENT', null));

const valueOn =
  <T>(code: string, value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === code) return value;
    throw error;
  };

/** Answers where the draft is. */
async function written(folder: string, request: PaidRequest): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
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

/** A name is there after a power cut only once its folder is written. */
async function synced(folder: string): Promise<void> {
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
