/**
 * Notices the end of batches through the poll of executions: a waiting request follows one execution of its batch that has not
 * ended, and looks for the next one only when that one has ended. A batch of a thousand executions costs no more per query than
 * a single execution, whatever the number of requests that wait for it.
 */
import type { BatchStore } from '@farebox/executions';
import { isTerminal } from '@farebox/executions';
import { createSemaphore } from '@farebox/kernel';
import type { Logger } from '@farebox/telemetry';
import type { ExecutionPoller } from './execution-poller.ts';
import { createSharedReads } from './shared-reads.ts';

export interface WatchedBatch {
  /** The names of its organization and its project. */
  readonly tenant: readonly [organizationId: string, projectId: string];
  readonly id: string;
}

export interface BatchWatch {
  /** Calls the listener once when every execution has ended or is under review, unless the returned function is called before. */
  readonly untilIdle: (batch: WatchedBatch, listener: () => void) => () => void;
}

export interface BatchWatchOptions {
  readonly watch: Pick<ExecutionPoller, 'follow'>;
  readonly batches: Pick<BatchStore, 'openItem'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Pause before a look-up that failed is repeated; waiting requests do not fail. */
const RETRY_MS = 1_000;

export function createBatchWatch({ watch, batches, logger }: BatchWatchOptions): BatchWatch {
  // All look-ups use at most one connection, and organizations have turns.
  const reads = createSharedReads<string | null>(createSemaphore({ slots: 1 }));
  const openItem = ({ tenant, id }: WatchedBatch): Promise<string | null> =>
    reads({ tenant, about: JSON.stringify([tenant[1], id]), read: () => batches.openItem(tenant[1], id) });

  return {
    untilIdle(batch, listener) {
      let leave = (): void => {};
      let isLeft = false;
      function retryLater(error: unknown): void {
        logger.warn({ err: error }, 'a watched batch cannot be read; the watch retries');
        const timer = setTimeout(() => void next(), RETRY_MS);
        leave = () => clearTimeout(timer);
      }
      async function next(): Promise<void> {
        let openId: string | null;
        try {
          openId = await openItem(batch);
        } catch (error) {
          return void (isLeft || retryLater(error));
        }
        if (isLeft) return;
        if (openId === null) return listener();
        const unfollow = watch.follow(
          { projectId: batch.tenant[1], id: openId },
          ({ status }) => {
            if (!isTerminal(status) && status !== 'needs_review') return;
            unfollow();
            void next();
          },
          { isUrgent: true },
        );
        leave = unfollow;
      }
      void next();
      return () => {
        isLeft = true;
        leave();
      };
    },
  };
}
