/**
 * Finds every process that one run started: by its process group, and by a mark in the environment for processes that left the group. A
 * server that outlives its test keeps a port, a data folder and memory, and makes a later run fail.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export const MARK_VARIABLE = 'TEST_RUN_MARK';
const PAUSE_MS = 50;

export interface Family {
  readonly mark: string;
  /** Process group id; undefined if the program did not start. */
  readonly group: number | undefined;
}

export interface Member {
  readonly pid: number;
  readonly command: string;
}

/** Members that still run after at most `timeoutMs`; a process that ends by itself within that time has not leaked. */
export async function membersAfter(family: Family, timeoutMs: number): Promise<Member[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = members(family);
    if (found.length === 0 || performance.now() > deadline) return found;
    await pause(PAUSE_MS);
  }
}

/** Sends SIGTERM to all, then SIGKILL to those that still run after `graceMs`. */
export async function endFamily(family: Family, graceMs: number): Promise<void> {
  for (const { pid } of members(family)) signal(pid, 'SIGTERM');
  for (const { pid } of await membersAfter(family, graceMs)) signal(pid, 'SIGKILL');
}

export function killFamily(family: Family): void {
  for (const { pid } of members(family)) signal(pid, 'SIGKILL');
}

function members(family: Family): Member[] {
  const pids = readdirOrNone('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => belongs(pid, family)).map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
}

function belongs(pid: string, { mark, group }: Family): boolean {
  // The fields after the command name, which may contain any character: state, parent, process group.
  const [state, , processGroup] = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  if (state === undefined || state === 'Z') return false;
  return Number(processGroup) === group || readProc(pid, 'environ').split('\0').includes(`${MARK_VARIABLE}=${mark}`);
}

const commandOf = (pid: string): string => readProc(pid, 'cmdline').split('\0').join(' ').trim().slice(0, 200);

function readdirOrNone(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // this system has no /proc: leftover processes stay unseen, but the tests still count
  }
}

/** Empty if the process has ended or belongs to another user. */
function readProc(pid: string, file: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process ended between the look and the signal
  }
}
