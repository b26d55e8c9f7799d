/** Which backend carries the queue: Redis where it is configured, else PostgreSQL. The one place where that is chosen. */
import { optionalUrl } from '@farebox/kernel';
import { createPostgresQueue, preparePostgresQueue } from './postgres-queue.ts';
import { createRedisQueue } from './redis-queue.ts';
import type { QueueOptions, WorkQueue } from './work-queue.ts';

export const queueFields = {
  redisUrl: optionalUrl('REDIS_URL', {
    description: 'Redis for queue and rate limit; empty: queue in PostgreSQL, rate limit in each process.',
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

/** Before the first use, at every start: creates or upgrades the queue's schema where it lives in PostgreSQL. */
export async function prepareQueue({ databaseUrl, redisUrl }: QueueConfig): Promise<void> {
  if (redisUrl === undefined) await preparePostgresQueue(databaseUrl);
}
