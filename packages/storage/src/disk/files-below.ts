/**
 * Walks the objects of a folder in the order of their keys' bytes, as S3 lists them. In memory are the names of the folders on
 * the way, never of the whole tree.
 */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectEntry } from '../artifact-store.ts';
import { StorageUnavailableError } from '../errors.ts';

/** `prefix` is empty or ends with `/`; keys are given from `root`, those after `after`. */
export async function* filesBelow(root: string, prefix: string, after: string): AsyncGenerator<ObjectEntry> {
  try {
    yield* walk(root, prefix, after);
  } catch (error) {
    throw new StorageUnavailableError('list objects', error);
  }
}

async function* walk(root: string, prefix: string, after: string): AsyncGenerator<ObjectEntry> {
  const entries = (await readdir(join(root, prefix), { withFileTypes: true }).catch(nullIfGone)) ?? [];
  for (const key of entries.map((entry) => keyOf(prefix, entry)).sort()) {
    const isFolder = key.endsWith('/');
    if (key <= after && !(isFolder && after.startsWith(key))) continue;
    if (isFolder) yield* walk(root, key, after);
    else yield* entryOf(root, key);
  }
}

/** A folder's ends with the slash that all keys in it have there, which is where it stands among the others. */
const keyOf = (prefix: string, entry: Dirent): string => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`;

async function* entryOf(root: string, key: string): AsyncGenerator<ObjectEntry> {
  const found = await stat(join(root, key)).catch(nullIfGone);
  if (found?.isFile() === true) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
}

/** For `catch`: what is not there (any more) is null, anything else goes on. */
export function nullIfGone(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
