/**
 * The one directory that a program can write to. What it works on is brought in and what it made is moved out, so that neither the
 * folders of other runs nor the names in them are ever seen by a decoder.
 */
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { chown, copyFile, link, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from './task.ts';

export interface Room {
  readonly path: string;
  /** Where what is made goes, inside it. */
  readonly out: string;
  /** The task as the program sees it. */
  readonly furnish: <T extends Task>(task: T) => Promise<T>;
  /** Moves what was made to a directory, as it is: who reads it must look whether it is a plain file. */
  readonly deliver: (directory: string, files: readonly string[]) => Promise<void>;
  /** Leaves nothing for the next task. */
  readonly clear: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** What a killed worker leaves behind is removed with the folders of its runs. */
const PREFIX = 'farebox-run-';
const OUT = 'out';

/** @param owner another user's id, or null for this one's. */
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

const [ANYBODY_READS, SOMEBODY_WRITES] = [0o004, 0o222];

/** A file that nobody may write need not be written again: it gets a second name. Any other, and one on another disk, is copied. */
async function bring(original: string, path: string, owner: number | null): Promise<void> {
  const { mode } = await stat(original);
  const isReadable = owner === null || (mode & ANYBODY_READS) !== 0;
  if (isReadable && (mode & SOMEBODY_WRITES) === 0 && (await isLinked(original, path))) return;
  await copyFile(original, path);
  if (owner !== null) await chown(path, owner, owner);
}

/** Refused between two disks, and by disks that know no second name. */
const isLinked = (original: string, path: string): Promise<boolean> =>
  link(original, path).then(
    () => true,
    () => false,
  );
