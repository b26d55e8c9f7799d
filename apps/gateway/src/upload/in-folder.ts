/** A folder of its own for one file, below the temporary folder of the gateway. It is always removed; those of a killed process are removed later. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'farebox-resumable-';
/** Longer than receiving or assembling a file takes; an older folder was left by a killed process. */
const LEFT_MS = 3600 * 1000;

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftFolders();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeLeftFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const made = await stat(path).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > LEFT_MS)
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
