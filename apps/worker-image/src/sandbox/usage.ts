/** How much memory another process and its descendants hold: what confines a child may stand between it and us. */
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
const DEPTH_MAX = 4;

/** Resident bytes, or 0 where this cannot be known (no /proc, or the process has ended). */
export async function residentBytes(pid: number, depth = 0): Promise<number> {
  try {
    const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    const own = Number(pages) * PAGE_BYTES;
    if (depth === DEPTH_MAX) return own;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
    const theirs = await Promise.all(children.map((child) => residentBytes(Number(child), depth + 1)));
    return theirs.reduce((sum, bytes) => sum + bytes, own);
  } catch {
    return 0;
  }
}
