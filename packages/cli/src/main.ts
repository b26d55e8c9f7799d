#!/usr/bin/env node
/** The `tollgate` command. Ends with 0 after an orderly stop, 1 when the system cannot run, 2 when it was asked wrongly. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgresError } from '@tollgate/embedded';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { databaseAlone } from './database-alone.ts';
import { operatorSession } from './operator-session.ts';
import {
  type BackupOptions,
  type DataOptions,
  parseBackup,
  parseDatabase,
  parseSession,
  parseStart,
  type SessionOptions,
  type StartOptions,
  UsageError,
} from './options.ts';
import type { ApplicationName } from './settings.ts';
import { stopForced } from '@tollgate/kernel';
import { start } from './start.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HELP = new URL('../help.txt', import.meta.url);

const say = (line: string): void => console.log(line);

async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === 'start') return await runStart(parseStart(args, process.env, ROOT));
  if (command === 'session') return await runSession(parseSession(args, ROOT));
  if (command === 'backup' || command === 'restore')
    return await runBackup(command, parseBackup(args, process.env, ROOT));
  if (command === 'database') return await runDatabase(parseDatabase(args, ROOT));
  if (command === '--help') return help();
  throw new UsageError(`unknown command "${command ?? ''}"; it is one of: start, session, backup, restore, database`);
}

const help = (): void => say(readFileSync(HELP, 'utf8'));

async function runSession(options: SessionOptions | 'help'): Promise<void> {
  if (options === 'help') return help();
  const { token, hint } = await operatorSession(options, process.env);
  say(token);
  console.error(hint);
}

async function runBackup(command: 'backup' | 'restore', options: BackupOptions | 'help'): Promise<void> {
  if (options === 'help') return help();
  say(await (command === 'backup' ? backup : restore)(options));
}

async function runDatabase(options: DataOptions | 'help'): Promise<void> {
  if (options === 'help') return help();
  await databaseAlone(options, { say, stop: stopSignal() });
}

async function runStart(options: StartOptions | 'help'): Promise<void> {
  if (options === 'help') return help();
  const stop = stopSignal();
  const forced = stopForced(['SIGINT', 'SIGTERM', 'SIGHUP']);
  try {
    await start(options, { env: process.env, say, stop, forced, scriptOf });
  } catch (error) {
    // Asked to stop while it was starting: whatever that interrupted (Ctrl-C reaches initdb too) is no failure.
    if (!stop.aborted) throw error;
  }
  say('Stopped.');
}

/** The simulator is no app: no deployment has it. */
const scriptOf = (name: ApplicationName): string =>
  join(ROOT, name === 'simulator' ? 'packages' : 'apps', name, 'src/main.ts');

/**
 * Aborts at SIGINT, SIGTERM or SIGHUP, when the bootstrap that started this is gone, and when nobody reads its words any
 * more (`npm start | head`). A repeated signal is passed on.
 */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const abort = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abort);
  process.once('disconnect', abort);
  process.stdout.on('error', abort);
  process.channel?.unref();
  return stopping.signal;
}

function explain(error: unknown): void {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  console.error(`tollgate: ${reasonOf(error)}`);
  if (error instanceof EmbeddedPostgresError && error.log !== '') console.error(error.log);
}

/** A refused connection to a name with several addresses carries its reasons inside. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

await main(process.argv.slice(2)).catch(explain);
