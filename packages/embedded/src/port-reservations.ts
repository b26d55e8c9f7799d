/**
 * Records which process drew which port. A port is drawn seconds before its server listens, and tests draw hundreds of
 * them in several processes at once. Out of 17,000 ports, about one run in ten would draw one twice. Each period has a
 * folder with an empty file per port. A port is reserved if it is in the folder of this period or the one before.
 */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PERIOD_MS = 10 * 60_000;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const root = (): string => join(tmpdir(), `farebox-ports-${process.getuid?.() ?? 'user'}`);

async function isDrawn(folder: string, port: number): Promise<boolean> {
  try {
    await stat(join(folder, String(port)));
    return true;
  } catch {
    return false;
  }
}

/** Removes the folders of past periods; another process may do the same at once. */
async function sweep(from: number): Promise<void> {
  const over = (await readdir(root())).filter((period) => Number(period) < from);
  await Promise.allSettled(over.map((period) => rm(join(root(), period), { recursive: true, force: true })));
}

/** The folder of this period; its first user removes the past ones. */
async function folderOf(period: number): Promise<string> {
  const folder = join(root(), String(period));
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await sweep(period - 1);
  return folder;
}

/**
 * Whether the caller gets the port: one process of this user gets it, for at least `PERIOD_MS`. Also true if nothing
 * can be written; then the caller only knows its own ports.
 */
export async function reservePort(port: number): Promise<boolean> {
  const period = Math.floor(Date.now() / PERIOD_MS);
  try {
    const folder = await folderOf(period);
    if (await isDrawn(join(root(), String(period - 1)), port)) return false;
    await (await open(join(folder, String(port)), 'wx')).close();
    return true;
  } catch (error) {
    return codeOf(error) !== 'EEXIST';
  }
}
