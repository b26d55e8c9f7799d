/**
 * The queue on Redis. Redis may be absent, hung, full, read-only or emptied at any moment; the queue detects it and
 * recovers.
 */
import { createRedisBackend } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { Backend } from './bull.ts';
import { createBullQueue } from './bull-queue.ts';
import type { QueueOptions, WorkQueue } from './work-queue.ts';

export interface RedisQueueOptions extends QueueOptions {
  readonly url: string | URL;
  /** First part of every key in Redis. */
  readonly prefix?: string;
}

const SHARED = {
  connectTimeout: 2000,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
  // After a failover, a connection may point to a read-only replica; a new connection fixes that.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** A producer fails at once instead of buffering commands: the keeper repeats a lost wake-up later. */
const PRODUCER = {
  ...SHARED,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  socketTimeout: 5000,
} satisfies RedisOptions;
/** A consumer waits forever and continues where it was, as BullMQ requires. */
const CONSUMER = { ...SHARED, maxRetriesPerRequest: null } satisfies RedisOptions;

export function createRedisQueue(options: RedisQueueOptions): WorkQueue {
  const { url, prefix = 'farebox' } = options;
  function connect(settings: typeof PRODUCER | typeof CONSUMER): Backend {
    const connection = new Redis(String(url), settings);
    connection.on('error', () => {}); // BullMQ forwards each error; without this listener ioredis would print them
    return { connection, prefix, factory: createRedisBackend, drop: () => connection.disconnect() };
  }
  return createBullQueue({ forProducer: () => connect(PRODUCER), forConsumer: () => connect(CONSUMER) }, options);
}
