/** Every setting of `tollgate-migrate` that is not an app's. */
import { optionalUrl } from '@tollgate/kernel';

export const MIGRATE_FIELDS = {
  migrationDatabaseUrl: optionalUrl('TOLLGATE_MIGRATION_DATABASE_URL', {
    description: 'PostgreSQL by the owner of the tables (tollgate_owner), for migrations alone; empty: DATABASE_URL.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
};
