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
        await link(draft, place); // fails where there is one, unlike a rename
        await synced(folder);
        return request;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        return await read(place);
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
      return Promise.all(names.map((name) => read(join(folder, name))));
    },
  };
}

const read = async (place: string): Promise<PaidRequest> => JSON.parse(await readFile(place, 'utf8')) as PaidRequest;

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
