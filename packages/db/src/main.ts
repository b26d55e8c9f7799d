#!/usr/bin/env node
/**
 * `tollgate-migrate`: brings the database of DATABASE_URL up to date, says what it did, and ends. A deployment runs it to its
 * end before the apps of the same version start. It reads no other setting, so one environment may serve it and the apps.
 */
import { exitOnConfigError, readConfig } from '@tollgate/kernel';
import { MigrationError, migrate } from './migrate.ts';
import { databaseFields } from './settings.ts';

const { databaseUrl } = exitOnConfigError(() => {
  const { databaseUrl: field } = databaseFields;
  return readConfig({ databaseUrl: field }, { DATABASE_URL: process.env['DATABASE_URL'] });
});

try {
  const { applied } = await migrate(databaseUrl.href);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
} catch (error) {
  console.error(error instanceof MigrationError ? error.message : `The database cannot be migrated: ${String(error)}`);
  process.exitCode = 1;
}
