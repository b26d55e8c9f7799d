/**
 * Runs the server under a small shell that waits on a pipe from this process. However this process ends, the pipe
 * closes and the shell stops the server; so no server is ever left behind, and a normal stop takes the same path.
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
  /** Resolves when the server is gone, asked to stop or not. */
  readonly ended: Promise<void>;
  /** Resolves when the server is gone. */
  readonly stop: () => Promise<void>;
}

const SCRIPT = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8');
export const WAIT_SECONDS = 60;
const POLL_MS = 25;

/** Resolves when the server answers. Rejects with EmbeddedPostgresError carrying the end of the server's log. */
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
  // In a session of its own: a Ctrl-C on the terminal must not reach it before the applications have ended.
  const shell = spawn('/bin/sh', args, { ...owner, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  shell.stdin.on('error', () => {}); // it has already ended, which is what closing its stdin asks for
  return shell;
}

const STATUS_LINE = 7;

/** PostgreSQL says so in its pid file; one that names another process is left from an earlier server. */
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
