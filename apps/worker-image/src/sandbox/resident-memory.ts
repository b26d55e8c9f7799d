/** How much memory another process holds. */
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

/** Resident bytes, or 0 where this cannot be known (no /proc, or the process has ended). */
export async function residentBytes(pid: number): Promise<number> {
  try {
    const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
