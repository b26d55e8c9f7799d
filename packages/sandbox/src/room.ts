/**
 * The only directory to which a program can write. Inputs are linked or copied into it and results are moved out, so a
 * decoder never sees the folders of other runs or their file names.
 */
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { chown, copyFile, link, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from './task.ts';

export interface Room {
  readonly path: string;
  /** The directory for results, inside the working directory. */
  readonly out: string;
  /** Provides the inputs, and returns the task with the paths that the program sees. */
  readonly furnish: <T extends Task>(task: T) => Promise<T>;
  /** Moves results to a directory without any check: a reader must check that each is a plain file. */
  readonly deliver: (directory: string, files: readonly string[]) => Promise<void>;
  /** Removes all files before the next task. */
  readonly clear: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/**
 * The same prefix as that of the folders of runs, so that the cleanup of those also removes directories that a killed
 * worker left behind.
 */
const PREFIX = 'farebox-run-';
const OUT = 'out';

/** @param owner the id of another user, or null for the current one. */
export function openRoom(owner: number | null): Room {
  const room = mkdtempSync(join(tmpdir(), PREFIX));
  const out = join(room, OUT);
  mkdirSync(out, { mode: 0o700 });
  if (owner !== null) for (const each of [room, out]) chownSync(each, owner, owner);
  return {
    path: room,
    out,
    async furnish(task) {
      const inputs: Record<string, { readonly path: string }> = {};
      for (const [n, [field, original]] of Object.entries(task.inputs).entries()) {
        const path = join(room, `input-${n}`);
        await bring(original.path, path, owner);
        inputs[field] = { ...original, path };
      }
      return { ...task, directory: out, inputs };
    },
    async deliver(directory, files) {
      for (const file of files) await rename(join(out, file), join(directory, file));
    },
    async clear() {
      for (const name of await readdir(room)) if (name !== OUT) await rm(join(room, name), { force: true });
      for (const name of await readdir(out)) await rm(join(out, name), { recursive: true, force: true });
    },
    remove: () => rm(room, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const [READABLE_BY_ALL, WRITABLE_BY_ANY] = [0o004, 0o222];

/** Hard-links a file that no user may write. Copies any other file, and one on another disk. */
async function bring(original: string, path: string, owner: number | null): Promise<void> {
  const { mode } = await stat(original);
  const isReadable = owner === null || (mode & READABLE_BY_ALL) !== 0;
  if (isReadable && (mode & WRITABLE_BY_ANY) === 0 && (await isLinked(original, path))) return;
  await copyFile(original, path);
  if (owner !== null) await chown(path, owner, owner);
}

/** Fails across two disks, and on disks without hard links. */
const isLinked = (original: string, path: string): Promise<boolean> =>
  link(original, path).then(
    () => true,
    () => false,
  );
