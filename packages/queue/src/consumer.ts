/** A consumer of one engine's queue: keeps a BullMQ worker running through all server failures, until it is closed. */
import { type Engine, createSemaphore, untilDone, within } from '@farebox/kernel';
import type { Observer } from './observer.ts';
import { type Taken, createTake } from './take.ts';
import type { Consumer, WakeUp } from './work-queue.ts';

/** One running BullMQ worker. `ready` rejects if this instance can never become usable; then a new one is opened. */
export interface JobSource {
  ready(): Promise<unknown>;
  /** Takes no further job; resolves when it holds none. May hang while the server does. */
  drain(): Promise<void>;
  /** Drops the connections at once, without draining. */
  drop(): void;
}

export interface ConsumerOptions {
  readonly engine: Engine;
  readonly concurrency: number;
  readonly open: (take: (data: unknown) => Promise<Taken>) => JobSource;
  readonly handBack: (wakeUps: readonly WakeUp[]) => Promise<number>;
  readonly onWakeUp: (wakeUp: WakeUp) => Promise<void>;
  readonly observer: Observer;
}

const REOPEN_AFTER_MS = 1000;

export function startConsumer({ concurrency, open, ...rest }: ConsumerOptions): Consumer {
  const { engine, observer } = rest;
  const slots = createSemaphore({ slots: concurrency });
  const take = createTake({ ...rest, slots });
  const closing = new AbortController();
  let source: JobSource | undefined;

  async function keepOpen(): Promise<void> {
    const reopen = async (): Promise<void> => {
      source = open(take);
      await source.ready();
    };
    const onFailure = (error: unknown): void => {
      source?.drop();
      observer.warn(engine, error, 'the queue cannot be read; trying again');
    };
    await untilDone(reopen, { pauseMs: REOPEN_AFTER_MS, signal: closing.signal, onFailure });
  }

  void keepOpen();
  return {
    async close(timeoutMs) {
      closing.abort();
      const drained = Promise.all([source?.drain(), slots.shut()]);
      await within(timeoutMs, 'draining', drained).catch((error: unknown) =>
        observer.warn(engine, error, 'closed with wake-ups still running'),
      );
      source?.drop();
    },
  };
}
