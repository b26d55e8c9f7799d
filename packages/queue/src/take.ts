/**
 * Processes one job of a consumer: starts its wake-ups as slots become free, and offers waiting ones to other workers.
 * A job is finished once its wake-ups have started, because only PostgreSQL records their outcome.
 */
import type { Engine, Leave, Semaphore } from '@farebox/kernel';
import { fromJobData } from './jobs.ts';
import type { Observer } from './observer.ts';
import type { WakeUp } from './work-queue.ts';

/** `not_begun`: no wake-up of the job was started; it returns to the queue unchanged. */
export type Taken = 'begun' | 'not_begun';

export interface TakeOptions {
  readonly engine: Engine;
  readonly slots: Semaphore;
  readonly handBack: (wakeUps: readonly WakeUp[]) => Promise<number>;
  readonly onWakeUp: (wakeUp: WakeUp) => Promise<void>;
  readonly observer: Observer;
}

/** How long wake-ups that arrived together may wait for a slot here before other workers can take them, in milliseconds. */
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
        // The queue cannot take them back. They are kept, unless this worker is closing: then the keeper finds them.
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
    // The next job is fetched when this returns, and a worker should hold no job that it cannot start.
    (await slots.take())?.();
    return 'begun';
  };
}
