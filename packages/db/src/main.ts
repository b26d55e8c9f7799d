#!/usr/bin/env node
/**
 * `farebox-migrate`: migrates the database as its owner, reports what it did, and exits. A deployment runs it before
 * the apps of the same version start. Only this program gets the owner's password.
 */
import { parseArgs } from 'node:util';
import { exitOnConfigError } from '@farebox/kernel';
import { migrate } from './migrate.ts';
import { MigrationError } from './migrations/error.ts';
import { resolutionOf, resolveMigration } from './migrations/resolve.ts';
import { ownerUrlOf } from './owner-url.ts';

const HELP = `farebox-migrate
farebox-migrate resolve <migration> --applied | --rolled-back

Migrates the database: applies every missing migration, and prints its name. Several may run at once; each waits for the others.

  resolve        marks a migration that was interrupted outside a transaction; applies nothing
  --applied      all of it is in the database: it never runs again
  --rolled-back  nothing of it is in the database: the next run starts it again
  --help         show this help

Needs FAREBOX_MIGRATION_DATABASE_URL: PostgreSQL as the role that owns the tables (farebox_owner of deploy/postgres/roles.sql).
If it is not set, DATABASE_URL is used, provided that its role owns the tables.`;

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
  console.log(`Migration ${name} is marked as ${as}.`);
}

async function bringUpToDate(): Promise<void> {
  const { applied, functions } = await migrate(
    exitOnConfigError(() => ownerUrlOf(process.env)),
    { say },
  );
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  if (functions === 'applied') console.log('Applied the functions of prisma/functions.');
  if (functions === 'newer') console.log('The functions of this database are of a newer version and were kept.');
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
