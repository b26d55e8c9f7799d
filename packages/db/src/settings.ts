/** The settings of the database, the same for every app. */
import { flag, integer, url } from '@farebox/kernel';

export const databaseFields = {
  databaseUrl: url('DATABASE_URL', {
    description: 'PostgreSQL, as postgres://…, as a role that may read and write rows and nothing else.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
  databasePool: integer('FAREBOX_DATABASE_POOL', {
    description: 'Maximum number of connections to PostgreSQL.',
    default: '10',
    min: 1,
    max: 200,
  }),
  allowAsyncReplica: flag('FAREBOX_ALLOW_ASYNC_REPLICA', {
    description:
      'Whether to accept that the standbys of PostgreSQL replicate asynchronously: a failover then loses the last commits, including accepted requests. The keeper then reports none of them.',
    default: 'false',
  }),
};
