/**
 * Lists the objects of a folder in byte order of their keys, as S3 does. Memory holds only the names in the folders on
 * the current path, never the whole tree.
 */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectEntry } from '../artifact-store.ts';
import { StorageUnavailableError } from '../errors.ts';

/** `prefix` is empty or ends with `/`. Keys are relative to `root`; only those after `after` are returned. */
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

/** A folder's sort key ends with a slash, as in all keys below it, so that it sorts at the right position. */
const keyOf = (prefix: string, entry: Dirent): string => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`;

async function* entryOf(root: string, key: string): AsyncGenerator<ObjectEntry> {
  const found = await stat(join(root, key)).catch(nullIfGone);
  if (found?.isFile() === true) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
}

/** For `catch`: a missing file becomes null; any other error is thrown. */
export function nullIfGone(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
