/** The settings of the database, the same for every app. */
import { integer, url } from '@tollgate/kernel';

export const databaseFields = {
  databaseUrl: url('DATABASE_URL', {
    description: 'PostgreSQL, as postgres://…',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
  databasePool: integer('TOLLGATE_DATABASE_POOL', {
    description: 'Connections to PostgreSQL, at most.',
    default: '10',
    min: 1,
    max: 200,
  }),
};
