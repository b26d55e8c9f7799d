#!/usr/bin/env node
/**
 * `tollgate-migrate`: brings the database of DATABASE_URL up to date, says what it did, and ends. A deployment runs it to its
 * end before the apps of the same version start. It reads nothing else, so that one environment serves it and the apps.
 */
import { exitOnConfigError, readConfig } from '@tollgate/kernel';
import { MigrationError, migrate } from './migrate.ts';
import { databaseFields } from './settings.ts';

const { databaseUrl } = exitOnConfigError(() => readConfig({ databaseUrl: databaseFields.databaseUrl }, onlyDatabase()));

try {
  const { applied } = await migrate(databaseUrl.href);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
} catch (error) {
  console.error(error instanceof MigrationError ? error.message : `The database cannot be migrated: ${String(error)}`);
  process.exitCode = 1;
}

function onlyDatabase(): NodeJS.ProcessEnv {
  return { DATABASE_URL: process.env['DATABASE_URL'] };
}
