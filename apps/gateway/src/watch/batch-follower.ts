/**
 * Follows batches for event streams: each followed batch is read once a second, whatever the number of its streams. It decides
 * nothing and holds no connection between two reads. If the database does not respond, the read is repeated and no stream ends.
 */
import type { Batch } from '@farebox/contract';
import type { BatchStore } from '@farebox/executions';
import { createSemaphore } from '@farebox/kernel';
import type { Logger } from '@farebox/telemetry';
import type { WatchedBatch } from './batch-watch.ts';
import { createSharedReads } from './shared-reads.ts';

export type BatchListener = (batch: Batch) => void;

export interface BatchFollower {
  /** Calls the listener with each state that was read, changed or not, until the returned function is called. */
  readonly follow: (batch: WatchedBatch, listener: BatchListener) => () => void;
  /** Stops calling all listeners. */
  readonly close: () => void;
}

export interface BatchFollowerOptions {
  readonly batches: Pick<BatchStore, 'get'>;
  readonly logger: Pick<Logger, 'warn'>;
}

const EVERY_MS = 1_000;
/** Reviews may take days. */
const EVERY_MS_IN_REVIEW = 5_000;

interface Followed {
  readonly batch: WatchedBatch;
  readonly listeners: Set<BatchListener>;
  timer: NodeJS.Timeout | undefined;
}

export function createBatchFollower({ batches, logger }: BatchFollowerOptions): BatchFollower {
  // All reads use at most one connection, and organizations have turns.
  const reads = createSharedReads<Batch | null>(createSemaphore({ slots: 1 }));
  const followed = new Map<string, Followed>();
  let isFailing = false;

  async function read({ tenant, id }: WatchedBatch): Promise<Batch | null> {
    const about = JSON.stringify([tenant[1], id]);
    try {
      const state = await reads({ tenant, about, read: () => batches.get(tenant[1], id) });
      isFailing = false;
      return state;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'followed batches cannot be read; the reads are repeated');
      isFailing = true;
      return null;
    }
  }

  function schedule(one: Followed, ms: number): void {
    one.timer = setTimeout(() => void turn(one), ms);
  }

  async function turn(one: Followed): Promise<void> {
    const state = await read(one.batch);
    if (state !== null) for (const listener of one.listeners) listener(state);
    if (one.listeners.size > 0) schedule(one, state !== null && isInReview(state) ? EVERY_MS_IN_REVIEW : EVERY_MS);
  }

  function leave(one: Followed): void {
    clearTimeout(one.timer);
    if (followed.get(one.batch.id) === one) followed.delete(one.batch.id);
  }

  return {
    follow(batch, listener) {
      const known = followed.get(batch.id);
      const one = known ?? { batch, listeners: new Set(), timer: undefined };
      one.listeners.add(listener);
      if (known === undefined) {
        followed.set(batch.id, one);
        schedule(one, EVERY_MS);
      }
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0) leave(one);
      };
    },
    close() {
      for (const one of followed.values()) {
        one.listeners.clear();
        leave(one);
      }
    },
  };
}

const isInReview = ({ counts }: Batch): boolean => counts.queued + counts.running === 0;
