/**
 * What a consumer does with one job: begins its looks as slots become free, and gives others a chance at those that must
 * wait. A job is finished as soon as its looks have begun, because what becomes of them is recorded in Postgres only.
 */
import type { Engine, Semaphore } from '@tollgate/kernel';
import { fromJobData } from './jobs.ts';
import type { Notes } from './notes.ts';
import type { Look } from './work-queue.ts';

/** `not_begun`: nothing of the job was started, it goes back to the queue as it is. */
export type Taken = 'begun' | 'not_begun';

export interface TakeOptions {
  readonly engine: Engine;
  readonly slots: Semaphore;
  readonly handBack: (looks: readonly Look[]) => Promise<number>;
  readonly look: (look: Look) => Promise<void>;
  readonly notes: Notes;
}

/** How long looks that arrived together may wait for a slot here before other workers get a chance at them. */
const SHARE_AFTER_MS = 25;

export function createTake({ engine, slots, handBack, look, notes }: TakeOptions): (data: unknown) => Promise<Taken> {
  async function run(next: Look): Promise<void> {
    notes.count('delivered', engine, 1);
    try {
      await look(next);
    } catch (error) {
      notes.count('look_failed', engine, 1);
      notes.warn(engine, error, 'a look failed; the keeper repeats it');
    } finally {
      slots.give();
    }
  }

  async function beginRest(rest: readonly Look[]): Promise<void> {
    for (const [index, next] of rest.entries()) {
      if (!(await slots.take({ timeoutMs: SHARE_AFTER_MS }))) {
        const waiting = rest.slice(index);
        if ((await handBack(waiting)) === waiting.length) return notes.count('handed_back', engine, waiting.length);
        // The queue cannot take them back. Keep them, unless this worker is closing: then the keeper finds them.
        if (!(await slots.take())) return;
      }
      void run(next);
    }
  }

  return async (data) => {
    const [first, ...rest] = fromJobData(data);
    if (first === undefined) return 'begun';
    if (!(await slots.take())) return 'not_begun';
    void run(first);
    await beginRest(rest);
    // The next job is fetched when this returns, and no job should be held by a worker that cannot begin it.
    await slots.free();
    return 'begun';
  };
}
