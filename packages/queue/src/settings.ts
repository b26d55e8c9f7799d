/** Chooses the backend of the queue: Redis if it is configured, else PostgreSQL. */
import { optionalUrl } from '@farebox/kernel';
import { createPostgresQueue, preparePostgresQueue } from './postgres-queue.ts';
import { createRedisQueue } from './redis-queue.ts';
import type { QueueOptions, WorkQueue } from './work-queue.ts';

export const queueFields = {
  redisUrl: optionalUrl('REDIS_URL', {
    description:
      'Redis for the queue and the rate limit; empty: the queue is in PostgreSQL, the rate limit in each process.',
    protocols: ['redis:', 'rediss:'],
    secret: true,
  }),
};

export interface QueueConfig {
  readonly databaseUrl: URL;
  readonly redisUrl: URL | undefined;
}

export function queueFrom({ databaseUrl, redisUrl }: QueueConfig, options: QueueOptions): WorkQueue {
  return redisUrl === undefined
    ? createPostgresQueue({ ...options, databaseUrl })
    : createRedisQueue({ ...options, url: redisUrl });
}

/** Called at every start before the first use: creates or upgrades the queue's schema if it is in PostgreSQL. */
export async function prepareQueue({ databaseUrl, redisUrl }: QueueConfig): Promise<void> {
  if (redisUrl === undefined) await preparePostgresQueue(databaseUrl);
}
