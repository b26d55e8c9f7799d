/** System calls of ffmpeg in a worker, recorded by strace: which files it opens, and whether it uses the network. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Isolation, workingIsolations } from '@farebox/sandbox';
import { findProgram } from '@farebox/testing';

const CALLS = '%file,%network,io_uring_setup';

/** Prints what is not tested if strace is missing, or if the machine does not allow tracing. */
export function isTracerHere(): boolean {
  if (findProgram('strace', 'install strace.') === null) return false;
  const works = spawnSync('strace', ['-f', '-e', `trace=${CALLS}`, '-o', '/dev/null', 'true']).status === 0;
  if (!works) console.log('not tested: the system calls of ffmpeg, because this machine does not allow tracing.');
  return works;
}

/** Without isolation, so that only ffmpeg's command line restricts it. */
export function traced(log: string): Isolation {
  const weakest = workingIsolations().findLast(({ kind }) => kind === 'none')!;
  const tracer = ['strace', '-f', '-A', '-s', '4096', '-e', `trace=${CALLS}`, '-o', log] as const;
  return { ...weakest, around: (program) => weakest.around({ ...program, command: [...tracer, ...program.command] }) };
}

export interface Seen {
  /** Number of programs that were started. */
  readonly programs: number;
  /** Existing paths that were opened for reading. */
  readonly read: readonly string[];
  /** Paths that a call tried to write, create, move or remove, successfully or not. */
  readonly written: readonly string[];
  /** Network calls, as they are in the log. */
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
