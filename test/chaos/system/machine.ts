/**
 * The processor time that the machine gives to a run, second by second, from /proc: time that the run's processes had, time that
 * they waited for a processor, and time of all other processes. Limits follow it (checker/granted.ts). Without /proc they follow
 * the clock.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { grantedMs, type Slice } from '../checker/granted.ts';

export interface Machine {
  /** Given milliseconds since that time of `Date.now()`. */
  readonly grantedMs: (sinceMs: number) => number;
  /** Resolves when so many milliseconds were given from now on, or at the signal. */
  readonly given: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Whether other processes withheld more than half of the time since then. */
  readonly isBusy: (sinceMs: number) => boolean;
  /** Evidence for the checker. */
  readonly slices: () => readonly Slice[];
  readonly close: () => void;
}

const SLICE_MS = 1000;
const POLL_MS = 100;
const MS_PER_TICK = 10;
const NS_PER_MS = 1_000_000;

export function watchMachine(): Machine {
  const slices: Slice[] = [];
  let last = look();
  const timer = setInterval(() => {
    const now = look();
    slices.push(between(last, now));
    last = now;
  }, SLICE_MS).unref();
  const granted = (sinceMs: number): number => grantedMs(slices, sinceMs, Date.now());
  return {
    grantedMs: granted,
    async given(ms, signal) {
      const fromMs = Date.now();
      while (granted(fromMs) < ms && signal?.aborted !== true) await pause(POLL_MS, undefined, { ref: false });
    },
    isBusy: (sinceMs) => granted(sinceMs) < (Date.now() - sinceMs) / 2,
    slices: () => slices,
    close: () => clearInterval(timer),
  };
}

interface Look {
  readonly atMs: number;
  /** Processor time of this process and its descendants, including those that have ended. */
  readonly ranMs: number;
  /** Waiting time by thread, for threads that still exist. */
  readonly waitedMs: ReadonlyMap<string, number>;
  /** Processor time of the whole machine. */
  readonly busyMs: number;
}

function between(before: Look, after: Look): Slice {
  const ranMs = Math.max(0, after.ranMs - before.ranMs);
  const waits = [...after.waitedMs].map(([thread, ms]) => ms - (before.waitedMs.get(thread) ?? 0));
  return {
    fromMs: before.atMs,
    untilMs: after.atMs,
    ranMs,
    waitedMs: waits.reduce((sum, ms) => sum + ms, 0),
    othersMs: Math.max(0, after.busyMs - before.busyMs - ranMs),
  };
}

function look(): Look {
  const pids = familyOf(String(process.pid));
  return {
    atMs: Date.now(),
    ranMs: pids.reduce((sum, pid) => sum + ranMs(pid), 0),
    waitedMs: new Map(pids.flatMap((pid) => threadsOf(pid).map((thread) => [thread, waitedMs(thread)] as const))),
    busyMs: busyMs(),
  };
}

function familyOf(root: string): readonly string[] {
  const found = [root];
  for (const pid of found) {
    const children = threadsOf(pid).flatMap((thread) => read(`${thread}/children`).trim().split(' ').filter(Boolean));
    found.push(...children);
  }
  return found;
}

const threadsOf = (pid: string): string[] => list(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`);

/** Fields 14 to 17: time of the process and of children that it has waited for. They follow the name, which may contain any character. */
function ranMs(pid: string): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;
}

/** The second figure: nanoseconds in the run queue of a processor. */
const waitedMs = (thread: string): number => Number(read(`${thread}/schedstat`).split(' ')[1] ?? 0) / NS_PER_MS;

/** Sum of user, nice, system, irq, softirq and steal, without idle and iowait. */
function busyMs(): number {
  const ticks = read('/proc/stat').split('\n', 1).join().split(/\s+/).slice(1, 9).map(Number);
  const [idle = 0, iowait = 0] = ticks.slice(3, 5);
  return (ticks.reduce((sum, each) => sum + each, 0) - idle - iowait) * MS_PER_TICK;
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
