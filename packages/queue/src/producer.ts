/**
 * Hands looks to one engine's BullMQ queue. It never throws, and every wait is bounded, because BullMQ's `add` can hang
 * for ever while its server is down or stopped.
 */
import { type Engine, coalesce, within } from '@tollgate/kernel';
import { type LookJob, toJobs } from './jobs.ts';
import type { Notes } from './notes.ts';
import type { Look } from './work-queue.ts';

/** One BullMQ queue. `ready` rejects when this instance can never become usable: then a new one is opened. */
export interface JobSink {
  ready(): Promise<unknown>;
  add(jobs: readonly LookJob[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface ProducerOptions {
  readonly engine: Engine;
  readonly open: () => JobSink;
  readonly notes: Notes;
  readonly timeoutMs: number;
  readonly looksPerJob: number;
}

export interface Producer {
  nudge(looks: readonly Look[]): Promise<number>;
  /** As `nudge`, each look in a job of its own, for any worker to take. */
  handBack(looks: readonly Look[]): Promise<number>;
  close(): Promise<void>;
}

/** Jobs in one command: a larger batch would block a Redis for tens of milliseconds. */
const JOBS_PER_ADD = 500;
/** After a failure the server is left alone this long, so that nudges to a dead one neither wait nor pile up. */
const REST_MS = 1000;

export function createProducer({ engine, open, notes, timeoutMs, looksPerJob }: ProducerOptions): Producer {
  let sink: JobSink | undefined;
  let restUntilMs = 0;

  async function usableSink(): Promise<JobSink> {
    const opened = (sink ??= open());
    try {
      await opened.ready();
      return opened;
    } catch (error) {
      if (sink === opened) sink = undefined;
      void opened.close();
      throw error;
    }
  }

  async function add(jobs: readonly LookJob[]): Promise<void> {
    const usable = await usableSink();
    for (let start = 0; start < jobs.length; start += JOBS_PER_ADD) {
      await usable.add(jobs.slice(start, start + JOBS_PER_ADD));
    }
  }

  // Nudges of the same moment share one command, and their looks share jobs.
  const submit = coalesce<readonly Look[], number>(
    async (requests) => {
      await within(timeoutMs, 'adding to the queue', add(toJobs(requests.flat(), looksPerJob)));
      return requests.map(({ length }) => length);
    },
    { batchMax: 64, callsMax: 4, waitingMax: 10_000 },
  );

  async function bounded(looks: readonly Look[], send: () => Promise<unknown>): Promise<number> {
    const handed = looks.length > 0 && performance.now() >= restUntilMs && (await attempt(send));
    if (looks.length > 0) notes.count(handed ? 'nudged' : 'nudge_failed', engine, looks.length);
    return handed ? looks.length : 0;
  }

  async function attempt(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await within(timeoutMs, 'the nudge', send());
      return true;
    } catch (error) {
      restUntilMs = performance.now() + REST_MS;
      notes.warn(engine, error, 'could not hand over; the keeper will');
      return false;
    }
  }

  return {
    nudge: (looks) => bounded(looks, () => submit(looks)),
    handBack: (looks) => bounded(looks, () => add(toJobs(looks, 1))),
    close: async () => sink?.close(),
  };
}
