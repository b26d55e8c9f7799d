#!/usr/bin/env node
/**
 * `tollgate-migrate`: brings the database up to date as its owner (TOLLGATE_MIGRATION_DATABASE_URL, else DATABASE_URL), says what
 * it did, and ends. A deployment runs it to its end before the apps of the same version start, and tells the owner's password to it alone.
 */
import { exitOnConfigError, readConfig } from '@tollgate/kernel';
import { MIGRATE_FIELDS } from './config.ts';
import { MigrationError, migrate } from './migrate.ts';
import { databaseFields } from './settings.ts';

const databaseUrl = exitOnConfigError(() => {
  const { DATABASE_URL, TOLLGATE_MIGRATION_DATABASE_URL } = process.env;
  const { migrationDatabaseUrl } = readConfig(MIGRATE_FIELDS, { TOLLGATE_MIGRATION_DATABASE_URL });
  return migrationDatabaseUrl ?? readConfig({ url: databaseFields.databaseUrl }, { DATABASE_URL }).url;
});

try {
  const { applied, functions } = await migrate(databaseUrl.href);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  if (functions === 'applied') console.log('Applied the functions of prisma/functions.');
  if (functions === 'newer') console.log('The functions of this database are of a newer version, and stay.');
} catch (error) {
  console.error(error instanceof MigrationError ? error.message : `The database cannot be migrated: ${String(error)}`);
  process.exitCode = 1;
}
