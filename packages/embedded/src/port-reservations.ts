/**
 * Which process drew which port. A port is drawn seconds before its server listens, and tests draw hundreds of them in
 * several processes at once: out of 17,000, one run in ten or so would draw one twice. A folder a period, an empty file
 * a port in it; reserved is what stands in the folder of this period or of the one before.
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

/** Removes the folders of periods that are over; another process may be at the same. */
async function sweep(from: number): Promise<void> {
  const over = (await readdir(root())).filter((period) => Number(period) < from);
  await Promise.allSettled(over.map((period) => rm(join(root(), period), { recursive: true, force: true })));
}

/** The folder of this period; its first user clears away what is over. */
async function folderOf(period: number): Promise<string> {
  const folder = join(root(), String(period));
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await sweep(period - 1);
  return folder;
}

/**
 * Whether the port is the caller's now: of all processes of this user one gets it, for at least `PERIOD_MS`. True too
 * where nothing can be written: then the caller has to trust its own memory.
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
