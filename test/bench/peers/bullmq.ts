/** The queue of the peers that use BullMQ: one command to Redis for each job, as in BullMQ's guide. */
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { CONCURRENCY, type ServerUrls, QUEUE } from './peer.ts';

const connectionTo = ({ redisUrl }: ServerUrls): Redis => new Redis(redisUrl, { maxRetriesPerRequest: null });

export function jobsTo(urls: ServerUrls): (id: string) => Promise<void> {
  const queue = new Queue(QUEUE, { connection: connectionTo(urls) });
  return async (id) => {
    await queue.add('run', { id }, { jobId: id, removeOnComplete: true, removeOnFail: true });
  };
}

export function workOff(urls: ServerUrls, run: (id: string) => Promise<void>): void {
  const worker = new Worker<{ id: string }>(QUEUE, ({ data }) => run(data.id), {
    connection: connectionTo(urls),
    concurrency: CONCURRENCY,
  });
  worker.on('error', console.error);
}
