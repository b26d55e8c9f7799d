/**
 * Runs looks that arrive from one engine's BullMQ queue. A job only carries the word: it is finished as soon as its looks
 * have begun, because what becomes of them is recorded in Postgres and nowhere else.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, within } from '@tollgate/kernel';
import { fromJobData } from './jobs.ts';
import type { Notes } from './notes.ts';
import { createSlots } from './slots.ts';
import type { Consumer, Look } from './work-queue.ts';

/** `not_begun`: nothing of the job was started, it goes back to the queue as it is. */
export type Taken = 'begun' | 'not_begun';

/** One running BullMQ worker. `ready` rejects when this instance can never become usable: then a new one is opened. */
export interface JobSource {
  ready(): Promise<unknown>;
  /** Takes no further job; resolves when none is in hand. May hang while the server does. */
  drain(): Promise<void>;
  /** Drops the connections at once. */
  drop(): void;
}

export interface ConsumerOptions {
  readonly engine: Engine;
  readonly concurrency: number;
  readonly open: (take: (data: unknown) => Promise<Taken>) => JobSource;
  readonly handBack: (looks: readonly Look[]) => Promise<number>;
  readonly look: (executionId: string) => Promise<void>;
  readonly notes: Notes;
}

/** How long looks that arrived together may wait for a slot here before other workers get a chance at them. */
const SHARE_AFTER_MS = 25;
const REOPEN_AFTER_MS = 1000;

export function startConsumer({ engine, concurrency, open, handBack, look, notes }: ConsumerOptions): Consumer {
  const slots = createSlots(concurrency);
  const closing = new AbortController();
  let source: JobSource | undefined;

  async function run({ executionId }: Look): Promise<void> {
    try {
      await look(executionId);
    } catch (error) {
      notes.count('look_failed', engine, 1);
      notes.warn(engine, error, 'a look failed; the keeper repeats it');
    } finally {
      slots.give();
    }
  }

  async function take(data: unknown): Promise<Taken> {
    const looks = fromJobData(data);
    const [first, ...rest] = looks;
    if (first === undefined) return 'begun';
    if (!(await slots.take(Infinity))) return 'not_begun';
    begin(first);
    await beginRest(rest);
    // The next job is fetched when this returns, and no job should be held by a worker that cannot begin it.
    await slots.free();
    return 'begun';
  }

  function begin(next: Look): void {
    notes.count('delivered', engine, 1);
    void run(next);
  }

  async function beginRest(rest: readonly Look[]): Promise<void> {
    for (const [index, next] of rest.entries()) {
      if (!(await slots.take(SHARE_AFTER_MS))) {
        const waiting = rest.slice(index);
        if ((await handBack(waiting)) === waiting.length) return notes.count('handed_back', engine, waiting.length);
        // The queue cannot take them back. Keep them, unless this worker is closing: then the keeper finds them.
        if (!(await slots.take(Infinity))) return;
      }
      begin(next);
    }
  }

  async function keepOpen(): Promise<void> {
    while (!closing.signal.aborted) {
      source = open(take);
      try {
        return void (await source.ready());
      } catch (error) {
        source.drop();
        notes.warn(engine, error, 'the queue cannot be consumed; trying again');
        await sleep(REOPEN_AFTER_MS, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  void keepOpen();
  return {
    async close(timeoutMs) {
      closing.abort();
      slots.shut();
      const drained = Promise.all([source?.drain(), slots.idle()]);
      await within(timeoutMs, 'draining', drained).catch((error: unknown) =>
        notes.warn(engine, error, 'closed with looks still running'),
      );
      source?.drop();
    },
  };
}
