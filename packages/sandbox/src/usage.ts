/**
 * Resources used by another process and its descendants. Descendants count because the direct child may be the program
 * that confines the real one.
 */
import { readFileSync } from 'node:fs';

export interface Usage {
  /** Current resident memory. */
  readonly residentBytes: number;
  /** Processor time of all threads since each process began. */
  readonly cpuSeconds: number;
}

const PAGE_BYTES = 4096;
/** Linux's unit of time in /proc, on every platform that Node supports. */
const TICKS_PER_SECOND = 100;
const DEPTH_MAX = 4;
const NOTHING: Usage = { residentBytes: 0, cpuSeconds: 0 };

/**
 * Zero if the usage is unknown: without /proc, or after the process has ended. Reads synchronously, because the kernel
 * answers from memory: through the thread pool, the dozen reads of one check cost the caller forty times as much.
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

/**
 * The sum of `utime`, `stime`, and the times of children that it has waited for. The process name before them may
 * contain anything, but ends at the last bracket.
 */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0);
}

const sum = (one: Usage, other: Usage): Usage => ({
  residentBytes: one.residentBytes + other.residentBytes,
  cpuSeconds: one.cpuSeconds + other.cpuSeconds,
});
