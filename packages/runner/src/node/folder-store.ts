/** Keeps runs in a folder, one file each, for one process at a time. After a crash a file has the old or the new content. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EndedReply } from '@farebox/runner-protocol';
import { KEEP_MS, type RunStore, type StoredRun } from '../store.ts';

const SUFFIX = '.json';
const TIDY_MS = 3_600_000;

/** @param folder private; created if missing. Files of ended runs are removed after 72 hours. */
export function folderStore(folder: string): RunStore {
  // Tokens are safe file names: the runner accepts no others.
  const pathOf = (token: string): string => join(folder, `${token}${SUFFIX}`);
  const find = (token: string): Promise<StoredRun | null> =>
    readFile(pathOf(token), 'utf8').then(
      // Empty after a crash between its creation and its first bytes.
      (text) => (text === '' ? { status: 'running' } : (JSON.parse(text) as StoredRun)),
      valueOn('ENOENT', null),
    );
  let tidiedMs = 0;
  return {
    find,
    async begin(token) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (Date.now() - tidiedMs > TIDY_MS) {
        tidiedMs = Date.now();
        await tidy(folder, tidiedMs - KEEP_MS);
      }
      const isNew = await written(pathOf(token), { status: 'running' }).then(() => true, valueOn('EEXIST', false));
      if (isNew) await synced(folder);
      return isNew;
    },
    async end(token, reply: EndedReply) {
      if ((await find(token))?.status !== 'running') return;
      const draft = join(folder, `${token}.draft`);
      await rm(draft, { force: true });
      await written(draft, reply);
      await rename(draft, pathOf(token));
    },
  };
}

/** Rejects with EEXIST if there is such a file. */
async function written(path: string, run: StoredRun): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(run));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without this, a power failure can lose the name of a new file, and its run would begin again. */
async function synced(folder: string): Promise<void> {
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function tidy(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(SUFFIX) && (await stat(path)).mtimeMs < beforeMs) await rm(path, { force: true });
  }
}

const valueOn =
  <T>(code: string, value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === code) return value;
    throw error;
  };
