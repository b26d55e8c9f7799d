/** What ffmpeg asks of the kernel while a worker runs it, as strace saw it: which files it touches, and whether it speaks to anybody. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Isolation, workingIsolations } from '@farebox/sandbox';
import { findProgram } from '@farebox/testing';

const CALLS = '%file,%network,io_uring_setup';

/** Says what is left out where there is none, or where the machine lets nobody look at another program. */
export function isTracerHere(): boolean {
  if (findProgram('strace', 'install strace.') === null) return false;
  const works = spawnSync('strace', ['-f', '-e', `trace=${CALLS}`, '-o', '/dev/null', 'true']).status === 0;
  if (!works) console.log('not looked at: what ffmpeg asks the kernel for, because no program may be traced here.');
  return works;
}

/** With no wall around it, so that nothing but its command line keeps it from anything. */
export function traced(log: string): Isolation {
  const weakest = workingIsolations().findLast(({ kind }) => kind === 'none')!;
  const tracer = ['strace', '-f', '-A', '-s', '4096', '-e', `trace=${CALLS}`, '-o', log] as const;
  return { ...weakest, around: (program) => weakest.around({ ...program, command: [...tracer, ...program.command] }) };
}

export interface Seen {
  /** How many programs were begun. */
  readonly programs: number;
  /** Paths that were named for reading and are there. */
  readonly read: readonly string[];
  /** Paths that were named for writing, making, moving or removing, whether that went well or not. */
  readonly written: readonly string[];
  /** Calls of the network, as they stand in the log. */
  readonly network: readonly string[];
}

const ASKS = new Set([
  'access',
  'faccessat',
  'faccessat2',
  'stat',
  'lstat',
  'newfstatat',
  'statx',
  'statfs',
  'readlink',
]);
const READS = new Set([...ASKS, 'readlinkat', 'execve', 'getcwd', 'chdir']);
const NETWORK =
  /^(socket|socketpair|connect|bind|listen|accept4?|send\w*|recv\w*|shutdown|[gs]etsockopt|io_uring_setup)$/;
const CALL = /^(?:\d+ +)?(\w+)\((.*)$/;
const WRITES = /O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)/;

export function seenIn(log: string): Seen {
  const [read, written, network]: [string[], string[], string[]] = [[], [], []];
  let programs = 0;
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, call, rest] = CALL.exec(line) ?? [];
    if (call === undefined || rest === undefined) continue;
    if (call === 'execve') programs++;
    if (NETWORK.test(call)) network.push(line);
    const opens = call === 'open' || call === 'openat' || call === 'openat2';
    const only = READS.has(call) || (opens && !WRITES.test(rest));
    const paths = Array.from(rest.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, path = '']) => path);
    const named = (call === 'execve' ? paths.slice(0, 1) : paths).filter((path) => path !== '');
    if (!only && !NETWORK.test(call)) written.push(...named);
    else if (!/ = -1 E/.test(rest)) read.push(...named);
  }
  return { programs, read, written, network };
}
