/** The work queue: hints to check an execution, over BullMQ on Redis or on PostgreSQL. See README.md. */
export type { WakeUp, QueueEvent, WorkQueue } from './work-queue.ts';
export { createRedisQueue } from './redis-queue.ts';
export { createPostgresQueue, preparePostgresQueue } from './postgres-queue.ts';
export { prepareQueue, queueFields, queueFrom } from './settings.ts';
