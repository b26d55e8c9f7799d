/**
 * Folders for runs. A folder is created on first use, because most steps without files never need one, and it is always
 * removed. Folders of a killed worker are removed at a later start.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkDirectory extends AsyncDisposable {
  /** An empty folder for the operation. */
  readonly path: string;
  /** Path of the nth input, outside of the operation's folder. */
  readonly inputPath: (n: number) => string;
}

const PREFIX = 'farebox-run-';
/** Longer than any run lasts. */
const ABANDONED_AFTER_MS = 24 * 3600 * 1000;

export function openWorkDirectory(parent?: string): WorkDirectory {
  let root: string | undefined;
  let work: string | undefined;
  const rootPath = (): string => (root ??= mkdtempSync(join(parent ?? tmpdir(), PREFIX)));
  return {
    get path() {
      if (work !== undefined) return work;
      const made = join(rootPath(), 'work');
      mkdirSync(made, { mode: 0o700 }); // on a full disk it fails, and is tried again
      return (work = made);
    },
    inputPath: (n) => join(rootPath(), `input-${n}`),
    async [Symbol.asyncDispose]() {
      if (root !== undefined) await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Removes folders of runs that can no longer be active. */
export async function removeAbandonedDirectories(parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}
