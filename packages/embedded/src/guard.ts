/**
 * Runs the server under a small shell that reads a pipe from this process. When this process ends in any way, the pipe
 * closes and the shell stops the server. So no server is left behind, and a normal stop works the same way.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { Owner } from './owner.ts';

export interface GuardOptions {
  readonly binaries: Binaries;
  readonly owner: Owner;
  readonly cluster: string;
  /** `name=value`, as in postgresql.conf. */
  readonly settings: readonly string[];
}

export interface Guarded {
  /** Resolves when the server has ended, requested or not. */
  readonly ended: Promise<void>;
  /** Resolves when the server has ended. */
  readonly stop: () => Promise<void>;
}

const SCRIPT = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8');
export const WAIT_SECONDS = 60;
const POLL_MS = 25;

/** Resolves when the server responds. Rejects with EmbeddedPostgresError that contains the end of the server's log. */
export async function guard(options: GuardOptions): Promise<Guarded> {
  const log = join(options.cluster, 'server.log');
  const shell = startShell(options, log);
  const gone = once(shell, 'exit');
  const said = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  const pid = String((await said.next()).value);
  const server = { isRunning: true };
  const ended = said.next().then(() => void (server.isRunning = false));
  const stop = async (): Promise<void> => {
    shell.stdin.end();
    await gone;
  };
  while (server.isRunning && !isReady(options.cluster, pid)) await pause(POLL_MS);
  if (server.isRunning) return { ended, stop };
  await stop();
  throw new EmbeddedPostgresError('PostgreSQL did not start.', lastLines(log));
}

function startShell({ binaries, owner, cluster, settings }: GuardOptions, log: string) {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const args = ['-c', SCRIPT, binaries.postgres, binaries.pgCtl, cluster, log, String(WAIT_SECONDS), ...options];
  // In a separate session: Ctrl-C on the terminal must not reach it before the applications have ended.
  const shell = spawn('/bin/sh', args, { ...owner, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  shell.stdin.on('error', () => {}); // the shell has ended already, which closing its stdin requests
  return shell;
}

const STATUS_LINE = 7;

/** PostgreSQL writes its state into its pid file. A file with another pid is from an earlier server. */
function isReady(cluster: string, pid: string): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === pid && lines[STATUS_LINE]?.trim() === 'ready';
  } catch {
    return false;
  }
}

const LOG_LINES = 12;

function lastLines(log: string): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  } catch {
    return '';
  }
}
