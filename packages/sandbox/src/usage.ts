/** What another process and its descendants hold and have used: what confines a child may stand between it and us. */
import { readFileSync } from 'node:fs';

export interface Usage {
  /** Now. */
  readonly residentBytes: number;
  /** Processor time since they began, of all their threads. */
  readonly cpuSeconds: number;
}

const PAGE_BYTES = 4096;
/** Linux's unit of time in /proc, on every platform that Node runs on. */
const TICKS_PER_SECOND = 100;
const DEPTH_MAX = 4;
const NOTHING: Usage = { residentBytes: 0, cpuSeconds: 0 };

/**
 * Nothing where this cannot be known: no /proc, or the process has ended. Read at once: the kernel answers from memory, and through the
 * thread pool the dozen reads of one look cost its caller forty times as much.
 */
export function usageOf(pid: number, depth = 0): Usage {
  try {
    const [memory, stat] = [readProc(pid, 'statm'), readProc(pid, 'stat')];
    const [, pages = '0'] = memory.split(' ');
    const own = { residentBytes: Number(pages) * PAGE_BYTES, cpuSeconds: ticksOf(stat) / TICKS_PER_SECOND };
    if (depth === DEPTH_MAX) return own;
    const children = readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean);
    return children.map((child) => usageOf(Number(child), depth + 1)).reduce(sum, own);
  } catch {
    return NOTHING;
  }
}

const readProc = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** `utime`, `stime`, and those of children that it has waited for. The name before them may hold anything, but ends with the last bracket. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0);
}

const sum = (one: Usage, other: Usage): Usage => ({
  residentBytes: one.residentBytes + other.residentBytes,
  cpuSeconds: one.cpuSeconds + other.cpuSeconds,
});
