/**
 * Sends wake-ups to one engine's BullMQ queue. It never throws, and every wait is bounded, because BullMQ's `add` can
 * hang forever while its server is down or suspended.
 */
import { type Engine, groupQueries, within } from '@farebox/kernel';
import { type WakeUpJob, toJobs } from './jobs.ts';
import type { Observer } from './observer.ts';
import type { WakeUp } from './work-queue.ts';

/** One BullMQ queue. `ready` rejects if this instance can never become usable; then a new one is opened. */
export interface JobSink {
  ready(): Promise<unknown>;
  add(jobs: readonly WakeUpJob[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface ProducerOptions {
  readonly engine: Engine;
  readonly open: () => JobSink;
  readonly observer: Observer;
  readonly timeoutMs: number;
  readonly wakeUpsPerJob: number;
}

export interface Producer {
  notify(wakeUps: readonly WakeUp[]): Promise<number>;
  /** Like `notify`, with each wake-up in a separate job, for any worker. */
  handBack(wakeUps: readonly WakeUp[]): Promise<number>;
  close(): Promise<void>;
}

/** Jobs per command: a larger number would block a Redis for tens of milliseconds. */
const JOBS_PER_ADD = 500;
/** After a failure the server is skipped this long, so that notifications to a dead one neither wait nor pile up. */
const REST_MS = 1000;

export function createProducer({ engine, open, observer, timeoutMs, wakeUpsPerJob }: ProducerOptions): Producer {
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

  async function add(jobs: readonly WakeUpJob[]): Promise<void> {
    const usable = await usableSink();
    for (let start = 0; start < jobs.length; start += JOBS_PER_ADD) {
      await usable.add(jobs.slice(start, start + JOBS_PER_ADD));
    }
  }

  // Notifications of the same moment share one command, and their wake-ups share jobs.
  const submit = groupQueries<readonly WakeUp[], number>(
    async (requests) => {
      await within(timeoutMs, 'adding to the queue', add(toJobs(requests.flat(), wakeUpsPerJob)));
      return requests.map(({ length }) => length);
    },
    { groupMax: 64, queriesMax: 4, waitingMax: 10_000 },
  );

  async function bounded(wakeUps: readonly WakeUp[], send: () => Promise<unknown>): Promise<number> {
    const handed = wakeUps.length > 0 && performance.now() >= restUntilMs && (await attempt(send));
    if (wakeUps.length > 0) observer.count(handed ? 'notified' : 'notify_failed', engine, wakeUps.length);
    return handed ? wakeUps.length : 0;
  }

  async function attempt(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await within(timeoutMs, 'the notification', send());
      return true;
    } catch (error) {
      restUntilMs = performance.now() + REST_MS;
      observer.warn(engine, error, 'could not hand back a wake-up; the keeper will repeat it');
      return false;
    }
  }

  return {
    notify: (wakeUps) => bounded(wakeUps, () => submit(wakeUps)),
    handBack: (wakeUps) => bounded(wakeUps, () => add(toJobs(wakeUps, 1))),
    close: async () => sink?.close(),
  };
}
