/** Walks the objects of a folder one at a time; memory does not grow with their number. */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectEntry } from '../artifact-store.ts';
import { StorageUnavailableError } from '../errors.ts';

/** `prefix` is empty or ends with `/`; keys are given from `root`. */
export async function* filesBelow(root: string, prefix: string): AsyncGenerator<ObjectEntry> {
  try {
    yield* walk(root, prefix);
  } catch (error) {
    throw new StorageUnavailableError('list objects', error);
  }
}

async function* walk(root: string, prefix: string): AsyncGenerator<ObjectEntry> {
  const folder = await opendir(join(root, prefix)).catch(nullIfGone);
  if (folder === null) return;
  for await (const entry of folder) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, `${key}/`);
    else if (entry.isFile()) yield* entryOf(root, key);
  }
}

async function* entryOf(root: string, key: string): AsyncGenerator<ObjectEntry> {
  const found = await stat(join(root, key)).catch(nullIfGone);
  if (found !== null) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
}

/** For `catch`: what is not there (any more) is null, anything else goes on. */
export function nullIfGone(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
