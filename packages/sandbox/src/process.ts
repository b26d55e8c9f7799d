/** Starts a process inside an isolation, in a group of its own, and ends all of it. It gets no environment but what it is given. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Confined, Isolation } from './isolation/isolation.ts';

export interface SpawnOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly stdio: StdioOptions;
}

const STDERR_CHARACTERS = 2000;

/** What runs a program in namespaces says by its exit code which signal ended that. */
const INSIDE = 128;
export const SIGNALS = { SIGKILL: 9, SIGXCPU: 24, SIGXFSZ: 25 } as const;

/** Whether this signal ended it, or what it was to run. */
export const endedBy = ({ exitCode, signalCode }: ChildProcess, signal: keyof typeof SIGNALS): boolean =>
  signalCode === signal || exitCode === INSIDE + SIGNALS[signal];

export function spawnInside(isolation: Isolation, confined: Confined, options: SpawnOptions): ChildProcess {
  const [command, ...args] = isolation.around(confined);
  const { environment: env, stdio } = options;
  return spawn(command, args, { env, stdio, detached: true, serialization: 'json' });
}

/** With all that it started and that did not leave its group. Namespaces end with their first process, whoever left. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone, or not made yet.
    child.kill('SIGKILL');
  }
}

/** Resolves when the process has ended and its output is read, or when it could not even be started. */
export async function exitOf(child: ChildProcess): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.on('error', () => {
    if (child.pid === undefined) resolve();
    else killGroup(child);
  });
  await ended;
  // Not `close` of the child: Node does not emit it for one that was disconnected.
  for (const stream of [child.stdout, child.stderr]) if (stream !== null && !stream.closed) await once(stream, 'close');
}

/** What it wrote last to its standard error: a native crash explains itself there or nowhere. */
export function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_CHARACTERS);
  });
  return () => text.trim();
}
