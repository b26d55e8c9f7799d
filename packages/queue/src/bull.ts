/** BullMQ's Queue and Worker as this package uses them, on any backend. No BullMQ type leaves this package. */
import type { Engine } from '@farebox/kernel';
import {
  type BackendFactory,
  type ConnectionOptions,
  type Job,
  Queue,
  WaitingError,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { JobSource } from './consumer.ts';
import type { Observer } from './observer.ts';
import type { JobSink } from './producer.ts';
import type { Taken } from './take.ts';

/** A separate connection for each Queue and Worker, and how to drop it. */
export interface Backend {
  readonly connection: ConnectionOptions;
  /** First part of every key; only Redis has one. */
  readonly prefix: string;
  readonly factory: BackendFactory;
  drop(): void;
}

const OPTIONS = {
  /** BullMQ's event stream is unused, so it is kept short. (0 would let it grow without limit on PostgreSQL.) */
  streams: { events: { maxLen: 256 } },
} as const;

/**
 * A job is held for a moment, and longer only if every slot is busy. If its worker dies, another worker gets it after
 * at most the lock time and two checks: 20 s. Meanwhile its id hides repeated wake-ups, for at most the same time.
 */
const WORKER_OPTIONS = {
  lockDuration: 10_000,
  stalledInterval: 5000,
  maxStalledCount: 1,
  /**
   * Seconds of one blocking wait. A new job ends it at once. It decides the cost of idling, and limits the delay of a
   * lost wake-up.
   */
  drainDelay: 5,
  runRetryDelay: 1000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} satisfies Partial<WorkerOptions>;

/** After an error a worker pauses: BullMQ would otherwise retry a read-only or full Redis thousands of times a second. */
const REST_MS = 500;

export function openSink(engine: Engine, backend: Backend, observer: Observer): JobSink {
  const { connection, prefix, factory } = backend;
  const queue = new Queue(engine, { connection, prefix, ...OPTIONS }, factory);
  queue.on('error', (error) => backendError(observer, engine, error));
  return {
    ready: () => queue.waitUntilReady(),
    add: (jobs) => queue.addBulk([...jobs]),
    async close() {
      queue.close().catch(() => {}); // hangs while its server does; only dropping the connection matters
      backend.drop();
    },
  };
}

export interface SourceOptions {
  readonly engine: Engine;
  readonly concurrency: number;
  readonly observer: Observer;
  readonly take: (data: unknown) => Promise<Taken>;
}

export function openSource(backend: Backend, { engine, concurrency, observer, take }: SourceOptions): JobSource {
  const { connection, prefix, factory } = backend;
  const options = { connection, ...WORKER_OPTIONS, prefix, concurrency: lanes(concurrency) };
  const worker = new Worker(engine, (job: Job, token?: string) => process(job, token, take), options, factory);
  let resting: NodeJS.Timeout | undefined;
  worker.on('error', (error) => {
    backendError(observer, engine, error);
    if (resting !== undefined) return;
    void worker.pause(true).catch(() => {});
    resting = setTimeout(() => {
      resting = undefined;
      void worker.resume();
    }, REST_MS);
  });
  return {
    ready: () => worker.waitUntilReady(),
    drain: () => worker.close(),
    drop() {
      clearTimeout(resting);
      worker.close(true).catch(() => {});
      backend.drop();
    },
  };
}

async function process(job: Job, token: string | undefined, take: SourceOptions['take']): Promise<void> {
  if ((await take(job.data)) === 'begun') return;
  await job.moveToWait(token);
  throw new WaitingError();
}

/** Jobs held at once. More than one hides the round trip to the server; each may hold one job that cannot begin yet. */
const lanes = (concurrency: number): number => Math.min(8, Math.max(1, Math.floor(concurrency / 8)));

function backendError(observer: Observer, engine: Engine, error: Error): void {
  observer.count('backend_error', engine, 1);
  observer.warn(engine, error, 'the queue backend failed');
}
