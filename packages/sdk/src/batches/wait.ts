/** Waits for the end of a batch. */
import type { Api } from '../http/api.ts';
import { readUntilOver } from '../http/delayed-read.ts';
import type { Batch } from '../types.ts';

export interface BatchWaitOptions {
  /** Aborts the wait. The batch continues. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each state that was read: executions by status, and the charges so far. */
  readonly onProgress?: ((batch: Batch) => void) | undefined;
  /** Whether to wait for reviews as well, which may take days. */
  readonly throughReview?: boolean | undefined;
}

/** Whether an execution is queued or running, and not only under review. */
const isBusy = ({ counts }: Batch): boolean => counts.queued + counts.running > 0;

/** @param first the batch as just read or accepted; also reported to `onProgress`. */
export const waitForBatch = (
  first: Batch,
  { signal, onProgress, throughReview = false }: BatchWaitOptions,
  api: Api,
): Promise<Batch> =>
  readUntilOver<Batch>(
    {
      first,
      path: `/tools/batches/${encodeURIComponent(first.id)}`,
      isOver: (batch) => batch.finishedAt !== null || (!throughReview && !isBusy(batch)),
      isDelayed: isBusy,
      onProgress,
      signal,
    },
    api,
  );
