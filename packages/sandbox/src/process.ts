/**
 * Starts a process inside an isolation, in a separate process group, and kills the whole group. The process gets only
 * the given environment.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Confined, Isolation } from './isolation/isolated.ts';
import { type Stdio, stdioInside } from './isolation/stdio.ts';

export interface SpawnOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly stdio: Stdio;
}

const STDERR_CHARACTERS = 2000;

/**
 * A program that runs another one in namespaces exits with this code plus the number of the signal that ended the
 * other one.
 */
const INSIDE = 128;
export const SIGNALS = { SIGKILL: 9, SIGXCPU: 24, SIGXFSZ: 25 } as const;

/** Whether this signal ended the child, or the program that the child ran in namespaces. */
export const endedBy = ({ exitCode, signalCode }: ChildProcess, signal: keyof typeof SIGNALS): boolean =>
  signalCode === signal || exitCode === INSIDE + SIGNALS[signal];

export function spawnInside(isolation: Isolation, confined: Confined, options: SpawnOptions): ChildProcess {
  const [command, ...args] = isolation.around(confined);
  const { environment: env } = options;
  return stdioInside(isolation, options.stdio, (stdio) =>
    spawn(command, args, { env, stdio, detached: true, serialization: 'json' }),
  );
}

/**
 * Kills the child with all descendants in its process group. Namespaces end with their first process, including
 * descendants that left the group.
 */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended, or does not exist yet.
    child.kill('SIGKILL');
  }
}

/** Resolves when the process has ended and its output has been read, or when it could not be started. */
export async function exitOf(child: ChildProcess): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.on('error', () => {
    if (child.pid === undefined) resolve();
    else killGroup(child);
  });
  await ended;
  // Not `close` of the child: Node does not emit it for a child that was disconnected.
  for (const stream of [child.stdout, child.stderr]) if (stream !== null && !stream.closed) await once(stream, 'close');
}

/** The end of its standard error: a native crash is explained there or nowhere. */
export function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_CHARACTERS);
  });
  return () => text.trim();
}
