/** The work queue: hints to look at an execution, over BullMQ on Redis or on PostgreSQL. See README.md. */
export type { Consumer, ConsumeOptions, WakeUp, QueueEvent, QueueOptions, WarnLog, WorkQueue } from './work-queue.ts';
export { NOTIFY_TIMEOUT_MS } from './work-queue.ts';
export { createRedisQueue, type RedisQueueOptions } from './redis-queue.ts';
export { createPostgresQueue, type PostgresQueueOptions, preparePostgresQueue } from './postgres-queue.ts';
export { prepareQueue, type QueueConfig, queueFields, queueFrom } from './settings.ts';
