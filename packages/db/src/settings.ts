/** The settings of the database, the same for every app. */
import { flag, integer, url } from '@farebox/kernel';

export const databaseFields = {
  databaseUrl: url('DATABASE_URL', {
    description: 'PostgreSQL, as postgres://…, by a role that may read and write rows and nothing else.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
  databasePool: integer('FAREBOX_DATABASE_POOL', {
    description: 'Connections to PostgreSQL, at most.',
    default: '10',
    min: 1,
    max: 200,
  }),
  allowAsyncReplica: flag('FAREBOX_ALLOW_ASYNC_REPLICA', {
    description:
      'Whether to work on a PostgreSQL whose standbys replicate asynchronously: a failover then forgets the last commits, accepted requests among them.',
    default: 'false',
  }),
};
