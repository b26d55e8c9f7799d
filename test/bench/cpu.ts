/**
 * Processor time by process, from /proc: what a side cost says more on a busy machine than how fast it was. Of PostgreSQL, of all
 * its backends; of the load generator, what the benchmark's own ended children took.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Label and process id. Of PostgreSQL the id of its first process. */
export type Processes = Readonly<Record<string, number>>;
/** Microseconds by label. */
export type CpuUs = Readonly<Record<string, number>>;

const GENERATOR = 'generator';
const US_PER_TICK = 10_000;

/** Runs `work` and adds what each process took for it, divided by the count of what was done. */
export async function metered<T extends { readonly count: number }>(
  processes: Processes,
  work: () => Promise<T>,
): Promise<T & { readonly cpuUs: CpuUs }> {
  const before = readAll(processes);
  const done = await work();
  const after = readAll(processes);
  const each = Object.keys(after).map((label) => [label, differenceUs(before[label]!, after[label]!) / done.count]);
  return { ...done, cpuUs: Object.fromEntries(each) as CpuUs };
}

/** Of a process and its children, by id. */
interface Reading {
  readonly byPid: ReadonlyMap<number, number>;
  /** Of children that have ended. */
  readonly endedUs: number;
}

/** Without those that have been stopped. */
const readAll = (processes: Processes): Record<string, Reading> => ({
  ...Object.fromEntries(
    Object.entries(processes)
      .filter(([, pid]) => existsSync(`/proc/${pid}/stat`))
      .map(([label, pid]) => [label, readTree(pid)]),
  ),
  [GENERATOR]: { byPid: new Map(), endedUs: endedChildrenUs(process.pid) },
});

function readTree(pid: number): Reading {
  const pids = [pid, ...childrenOf(pid)];
  return { byPid: new Map(pids.map((each) => [each, threadsUs(each)])), endedUs: endedChildrenUs(pid) };
}

function differenceUs(before: Reading, after: Reading): number {
  let us = after.endedUs - before.endedUs;
  for (const [pid, at] of after.byPid) us += at - (before.byPid.get(pid) ?? 0);
  for (const [pid, at] of before.byPid) if (!after.byPid.has(pid)) us -= at; // counted with those that have ended
  return Math.max(us, 0);
}

/** Of all its threads, since it began. */
export function threadsUs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ns = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
    return ns.reduce((sum, each) => sum + each, 0) / 1000;
  } catch {
    return 0; // ended while it was read
  }
}

/** Fields 16 and 17: user and system time of children that were waited for. */
function endedChildrenUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * US_PER_TICK;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
