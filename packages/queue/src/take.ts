/**
 * What a consumer does with one job: begins its wake-ups as slots become free, and gives others a chance at those that must
 * wait. A job is finished as soon as its wake-ups have begun, because what becomes of them is recorded in Postgres only.
 */
import type { Engine, Leave, Semaphore } from '@farebox/kernel';
import { fromJobData } from './jobs.ts';
import type { Observer } from './observer.ts';
import type { WakeUp } from './work-queue.ts';

/** `not_begun`: nothing of the job was started, it goes back to the queue as it is. */
export type Taken = 'begun' | 'not_begun';

export interface TakeOptions {
  readonly engine: Engine;
  readonly slots: Semaphore;
  readonly handBack: (wakeUps: readonly WakeUp[]) => Promise<number>;
  readonly onWakeUp: (wakeUp: WakeUp) => Promise<void>;
  readonly observer: Observer;
}

/** How long wake-ups that arrived together may wait for a slot here before other workers get a chance at them. */
const SHARE_AFTER_MS = 25;

export function createTake({
  engine,
  slots,
  handBack,
  onWakeUp,
  observer,
}: TakeOptions): (data: unknown) => Promise<Taken> {
  async function run(next: WakeUp, leave: Leave): Promise<void> {
    observer.count('delivered', engine, 1);
    try {
      await onWakeUp(next);
    } catch (error) {
      observer.count('wake_up_failed', engine, 1);
      observer.warn(engine, error, 'a wake-up failed; the keeper repeats it');
    } finally {
      leave();
    }
  }

  async function beginRest(rest: readonly WakeUp[]): Promise<void> {
    for (const [index, next] of rest.entries()) {
      let leave = await slots.take({ timeoutMs: SHARE_AFTER_MS });
      if (leave === null) {
        const waiting = rest.slice(index);
        if ((await handBack(waiting)) === waiting.length) return observer.count('handed_back', engine, waiting.length);
        // The queue cannot take them back. Keep them, unless this worker is closing: then the keeper finds them.
        leave = await slots.take();
        if (leave === null) return;
      }
      void run(next, leave);
    }
  }

  return async (data) => {
    const [first, ...rest] = fromJobData(data);
    if (first === undefined) return 'begun';
    const leave = await slots.take();
    if (leave === null) return 'not_begun';
    void run(first, leave);
    await beginRest(rest);
    // The next job is fetched when this returns, and no job should be held by a worker that cannot begin it.
    (await slots.take())?.();
    return 'begun';
  };
}
