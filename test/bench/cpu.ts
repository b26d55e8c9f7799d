/**
 * Processor time by process, from /proc. On a busy machine it says more than throughput. PostgreSQL's figure includes all its backends; the load
 * generator's figure is the time of the benchmark's own children that have ended.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Label → process id; for PostgreSQL the id of its first process. */
export type Processes = Readonly<Record<string, number>>;
/** Label → microseconds. */
export type CpuUs = Readonly<Record<string, number>>;

const GENERATOR = 'generator';
const US_PER_TICK = 10_000;

/** Runs `work` and adds the processor time of each process, divided by the number of completed requests. */
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

/** Processor time of a process and of its children, by process id. */
interface Reading {
  readonly byPid: ReadonlyMap<number, number>;
  /** Processor time of children that have ended. */
  readonly endedUs: number;
}

/** Leaves out processes that have been stopped. */
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
  for (const [pid, at] of before.byPid) if (!after.byPid.has(pid)) us -= at; // an ended child is in `endedUs`
  return Math.max(us, 0);
}

/** Microseconds of all threads of the process since its start. */
export function threadsUs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ns = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
    return ns.reduce((sum, each) => sum + each, 0) / 1000;
  } catch {
    return 0; // the thread ended while it was read
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
