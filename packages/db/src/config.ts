/** The settings of `farebox-migrate` that no app has. */
import { optionalUrl } from '@farebox/kernel';

export const MIGRATE_FIELDS = {
  migrationDatabaseUrl: optionalUrl('FAREBOX_MIGRATION_DATABASE_URL', {
    description: 'PostgreSQL as the owner of the tables (farebox_owner), only for migrations; empty: DATABASE_URL.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
};
