/**
 * Runs the server under a small shell that waits on a pipe from this process. However this process ends, the pipe
 * closes and the shell stops the server; so no server is ever left behind, and a normal stop takes the same path.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** Resolves when the server is gone. */
  readonly stop: () => Promise<void>;
}

const SCRIPT = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8');
export const WAIT_SECONDS = 60;

/** Resolves when the server answers. Rejects with EmbeddedPostgresError carrying the end of the server's log. */
export async function guard({ binaries, owner, cluster, settings }: GuardOptions): Promise<Guarded> {
  const log = join(cluster, 'server.log');
  const options = settings.flatMap((setting) => ['-c', setting]);
  const args = ['-c', SCRIPT, binaries.postgres, binaries.pgCtl, cluster, log, String(WAIT_SECONDS), ...options];
  // In a session of its own: a Ctrl-C on the terminal must not reach it before the applications have ended.
  const shell = spawn('/bin/sh', args, { ...owner, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(shell, 'exit');
  shell.stdin.on('error', () => {}); // it has already ended, which is what closing its stdin asks for
  const [answer] = (await Promise.race([once(shell.stdout, 'data'), ended])) as [Buffer | number | null];
  if (String(answer).trim() !== 'started') throw new EmbeddedPostgresError('PostgreSQL did not start.', lastLines(log));
  return {
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}

const LOG_LINES = 12;

function lastLines(log: string): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  } catch {
    return '';
  }
}
