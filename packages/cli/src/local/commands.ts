/** Commands of the embedded mode on this machine: start, session, backup, restore, database. */
import { fileURLToPath } from 'node:url';
import { stopForced } from '@farebox/kernel';
import type { Command } from 'commander';
import type { ResolveFlags } from '../database-resolve.ts';
import {
  backupOptions,
  type DataFlags,
  dataOptions,
  minutesOf,
  portOf,
  type SessionFlags,
  sessionOptions,
  type StartFlags,
  type StartOptions,
  startOptions,
  subjectOf,
} from '../options.ts';
import type { Context } from '../program/context.ts';
import type { ApplicationName } from '../settings.ts';
import { stopSignal } from './stop-signal.ts';

const DATA_DIR = ['--data-dir <folder>', "data folder (default: .farebox in the project's folder)"] as const;

export function addLocalCommands(program: Command, context: Context): void {
  program
    .command('start')
    .summary('run a complete Farebox on this machine')
    .description(
      'Starts PostgreSQL, gateway, workers, keeper and simulated services. Ctrl-C stops them; the data stays.',
    )
    .option('--port <number>', 'port of the API (default: 8080, or FAREBOX_PORT)', portOf)
    .option('--host <address>', 'address that the API listens on (default: 127.0.0.1, or FAREBOX_HOST)')
    .option(...DATA_DIR)
    .action((flags: StartFlags) => runStart(startOptions(flags, context), context));
  program
    .command('session')
    .summary('print a session token for the operator API')
    .description(
      'Prints a session token for the operator API of the system that runs on this machine. Without one, a token for the gateways ' +
        'whose FAREBOX_SESSION_SECRET and FAREBOX_SESSION_AUDIENCE are in the environment; name the person with --subject.',
    )
    .option('--minutes <number>', 'lifetime of the session in minutes, at most 720 (default: 60)', minutesOf)
    .option('--subject <text>', 'user of the session (default: the ADMIN of the demo project)', subjectOf)
    .option('--operator', 'a session of a platform operator, with all permissions')
    .option(...DATA_DIR)
    .action(async (flags: SessionFlags) => {
      const { operatorSession } = await import('../operator-session.ts');
      const { token, hint } = await operatorSession(sessionOptions(flags, context), context.env);
      context.say(token);
      context.tell(hint);
    });
  addDataCommands(program, context);
}

function addDataCommands(program: Command, context: Context): void {
  program
    .command('backup')
    .summary('back up everything into one file')
    .description(
      'Writes the embedded database, all files and the secrets into one new file. The system must be stopped.',
    )
    .argument('<file>', 'file to write')
    .option(...DATA_DIR)
    .action(async (file: string, flags: DataFlags) => {
      const { backup } = await import('../backup/backup.ts');
      context.say(await backup(backupOptions(file, flags, context)));
    });
  program
    .command('restore')
    .summary('restore a backup into a new data folder')
    .description('Restores a backup into a data folder that has no data yet. Nothing is ever overwritten.')
    .argument('<file>', 'backup file')
    .option(...DATA_DIR)
    .action(async (file: string, flags: DataFlags) => {
      const { restore } = await import('../backup/restore.ts');
      context.say(await restore(backupOptions(file, flags, context)));
    });
  addDatabaseCommands(program, context);
}

function addDatabaseCommands(program: Command, context: Context): void {
  const database = program
    .command('database')
    .summary('run only the embedded database')
    .description(
      'Runs only the embedded database, for psql, pg_dump and pg_restore, and prints its URL. Ctrl-C stops it.',
    )
    .option(...DATA_DIR)
    .action(async (flags: DataFlags) => {
      const { databaseAlone } = await import('../database-alone.ts');
      await databaseAlone(dataOptions(flags, context), { say: context.say, stop: stopSignal() });
    });
  database
    .command('resolve')
    .summary('mark an interrupted migration as applied or rolled back')
    .description(
      'Marks a migration that was interrupted outside a transaction as applied or rolled back. Check first which of its objects exist. Uses the server of ' +
        'FAREBOX_MIGRATION_DATABASE_URL, else of DATABASE_URL, else the embedded database, while the system is stopped.',
    )
    .argument('<migration>', 'name of the migration, as the migrator printed it')
    .option('--applied', 'all of it is in the database: it never runs again')
    .option('--rolled-back', 'nothing of it is in the database: the next start or farebox-migrate runs it again')
    .option(...DATA_DIR)
    .action(async (migration: string, flags: DataFlags & ResolveFlags) => {
      const { databaseResolve } = await import('../database-resolve.ts');
      await databaseResolve(migration, { ...flags, ...dataOptions(flags, context) }, context);
    });
}

/** Main module of each application: its source, or in a bundle the bundled file. */
const SCRIPTS: Readonly<Record<ApplicationName, URL>> = {
  simulator: new URL('../../../simulator/src/main.ts', import.meta.url),
  gateway: new URL('../../../../apps/gateway/src/main.ts', import.meta.url),
  'worker-image': new URL('../../../../apps/worker-image/src/main.ts', import.meta.url),
  'worker-av': new URL('../../../../apps/worker-av/src/main.ts', import.meta.url),
  'worker-provider': new URL('../../../../apps/worker-provider/src/main.ts', import.meta.url),
  keeper: new URL('../../../../apps/keeper/src/main.ts', import.meta.url),
};
const scriptOf = (name: ApplicationName): string => fileURLToPath(SCRIPTS[name]);

async function runStart(options: StartOptions, { env, say }: Context): Promise<void> {
  const stop = stopSignal();
  const forced = stopForced(['SIGINT', 'SIGTERM', 'SIGHUP']);
  const { start } = await import('../start.ts');
  try {
    await start(options, { env, say, stop, forced, scriptOf });
  } catch (error) {
    // A stop request during the start may interrupt any step (Ctrl-C also reaches initdb). That is not a failure.
    if (!stop.aborted) throw error;
  }
  say('Stopped.');
}
