/** Memory and processor time of the Node processes of a started system, from /proc. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { threadsUs } from '../cpu.ts';

export interface Held {
  /** Name of the app, from its command line. */
  readonly name: string;
  readonly cpuUs: number;
  /** Proportional set size: private memory and a share of shared memory. */
  readonly pssBytes: number;
}

/** The process `pid` and its descendants that run Node. */
export function nodeProcesses(pid: number): readonly Held[] {
  const below = childrenOf(pid).flatMap(nodeProcesses);
  return isNode(pid) ? [{ name: nameOf(pid), cpuUs: threadsUs(pid), pssBytes: pssOf(pid) }, ...below] : below;
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((id) => read(`/proc/${pid}/task/${id}/children`));
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

function isNode(pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)) === 'node';
  } catch {
    return false; // the process has ended
  }
}

const NAME = /([\w-]+)(?:\.mjs|\/src\/main\.ts)$/;

/** `gateway` of `…/gateway.mjs` and of `…/apps/gateway/src/main.ts`; the supervisor is `farebox` or, from sources, `cli`. */
function nameOf(pid: number): string {
  const args = read(`/proc/${pid}/cmdline`).split('\0');
  const script = args.find((arg) => NAME.test(arg) && !arg.startsWith('file:')) ?? '';
  const name = NAME.exec(script)?.[1] ?? 'node';
  return name === 'cli' || name === 'farebox' ? 'supervisor' : name;
}

const pssOf = (pid: number): number =>
  1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}
