/** Every setting of `farebox-migrate` that is not an app's. */
import { optionalUrl } from '@farebox/kernel';

export const MIGRATE_FIELDS = {
  migrationDatabaseUrl: optionalUrl('FAREBOX_MIGRATION_DATABASE_URL', {
    description: 'PostgreSQL by the owner of the tables (farebox_owner), for migrations alone; empty: DATABASE_URL.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
};
