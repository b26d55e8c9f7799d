#!/usr/bin/env node
/**
 * `farebox-migrate`: brings the database up to date as its owner, says what it did, and ends. A deployment runs it to its end before the apps
 * of the same version start, and tells the owner's password to it alone.
 */
import { parseArgs } from 'node:util';
import { exitOnConfigError } from '@farebox/kernel';
import { migrate } from './migrate.ts';
import { MigrationError } from './migrations/error.ts';
import { resolutionOf, resolveMigration } from './migrations/resolve.ts';
import { ownerUrlOf } from './owner-url.ts';

const HELP = `farebox-migrate
farebox-migrate resolve <migration> --applied | --rolled-back

Brings the database up to date: applies every migration that it does not have yet, and says which. Any number may run at once; each waits for its turn.

  resolve        says how a migration ended that was interrupted outside a transaction; nothing else is done
  --applied      all of it is in the database: it is never run again
  --rolled-back  nothing of it is in the database: the next run begins it again
  --help         this text

Needs FAREBOX_MIGRATION_DATABASE_URL: PostgreSQL by the role that owns the tables (farebox_owner of deploy/postgres/roles.sql). Where it is not set,
DATABASE_URL is taken, if its role owns the tables.`;

const OPTIONS = {
  applied: { type: 'boolean', default: false },
  'rolled-back': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;
const EXIT_USAGE = 2;

const say = (line: string): void => console.log(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`);

await main().catch((error: unknown) => {
  console.error(error instanceof MigrationError ? error.message : `The database cannot be migrated: ${String(error)}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) return console.log(HELP);
  const [command, name, ...more] = positionals;
  const as = resolutionOf({ applied: values.applied, rolledBack: values['rolled-back'] });
  if (command === undefined && as === null) return await bringUpToDate();
  if (command !== 'resolve' || name === undefined || more.length > 0 || as === null) return misused();
  await resolveMigration(
    exitOnConfigError(() => ownerUrlOf(process.env)),
    { name, as },
    { say },
  );
  console.log(`Migration ${name} is ${as}.`);
}

async function bringUpToDate(): Promise<void> {
  const { applied, functions } = await migrate(
    exitOnConfigError(() => ownerUrlOf(process.env)),
    { say },
  );
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  if (functions === 'applied') console.log('Applied the functions of prisma/functions.');
  if (functions === 'newer') console.log('The functions of this database are of a newer version, and stay.');
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    console.error(`farebox-migrate: ${(error as Error).message}`);
    return misused();
  }
}

function misused(): never {
  console.error(HELP);
  process.exit(EXIT_USAGE);
}
