/** One small JSON file that is replaced atomically, and is on disk before `write` returns. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './journal.ts';

/** The parsed file; undefined if there is no file. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeJson(path: string, value: unknown): void {
  const draft = `${path}.draft`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, JSON.stringify(value));
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  syncFolder(dirname(path));
}
