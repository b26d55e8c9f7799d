/** The URL by which the migrator connects, as the owner of the tables. */
import { ConfigError, readConfig } from '@farebox/kernel';
import { MIGRATE_FIELDS } from './config.ts';
import { databaseFields } from './settings.ts';

/**
 * Reads only two settings, so that it can run in an app's environment. Throws ConfigError that names the missing
 * setting.
 */
export function ownerUrlOf({ DATABASE_URL, FAREBOX_MIGRATION_DATABASE_URL }: NodeJS.ProcessEnv): string {
  const { migrationDatabaseUrl } = readConfig(MIGRATE_FIELDS, { FAREBOX_MIGRATION_DATABASE_URL });
  if (migrationDatabaseUrl !== undefined) return migrationDatabaseUrl.href;
  if (DATABASE_URL) return readConfig({ url: databaseFields.databaseUrl }, { DATABASE_URL }).url.href;
  throw new ConfigError([
    'FAREBOX_MIGRATION_DATABASE_URL is not set: PostgreSQL, as postgres://…, as the role that owns the tables: ' +
      'farebox_owner of deploy/postgres/roles.sql. The role of the apps (DATABASE_URL) may not create tables.',
  ]);
}
