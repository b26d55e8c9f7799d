/**
 * The one directory that a child can write to. What it works on is copied in and what it made is moved out, so that neither the
 * folders of other runs nor the names in them are ever seen by a decoder.
 */
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { chown, copyFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputFile } from '@tollgate/worker';
import type { Reply, Task } from './protocol.ts';

export interface Room {
  readonly path: string;
  /** The task as the child sees it. */
  readonly furnish: (task: Task) => Promise<Task>;
  /** Moves what was made to where the task wants it, as it is: who reads it must look whether it is a plain file. */
  readonly deliver: (task: Task, reply: Reply) => Promise<void>;
  /** Leaves nothing for the next task. */
  readonly clear: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** What a killed worker leaves behind is removed with the folders of its runs. */
const PREFIX = 'tollgate-run-';

/** @param owner another user's id, or null for this one's. */
export function openRoom(owner: number | null): Room {
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  const out = join(path, 'out');
  mkdirSync(out, { mode: 0o700 });
  if (owner !== null) for (const each of [path, out]) chownSync(each, owner, owner);
  return {
    path,
    async furnish(task) {
      const inputs: Record<string, InputFile> = {};
      for (const [n, [field, file]] of Object.entries(task.inputs).entries()) {
        const input = join(path, `input-${n}`);
        await copyFile(file.path, input);
        if (owner !== null) await chown(input, owner, owner);
        inputs[field] = { ...file, path: input };
      }
      return { ...task, directory: out, inputs };
    },
    async deliver({ directory }, reply) {
      if (reply.kind !== 'done') return;
      for (const { file } of reply.output.artifacts) await rename(join(out, file), join(directory, file));
    },
    async clear() {
      const left = [
        ...(await readdir(path)).filter((name) => name !== 'out'),
        ...(await readdir(out)).map((name) => `out/${name}`),
      ];
      for (const name of left) await rm(join(path, name), { recursive: true, force: true });
    },
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
