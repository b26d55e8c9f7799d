/** Waits for the end of a batch. Polls no more often than the API allows. */
import type { Api } from '../http/api.ts';
import { pause } from '../http/pause.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import type { Batch } from '../types.ts';

export interface BatchWaitOptions {
  /** Aborts the wait. The batch continues. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each state that was read: executions by status, and the charges so far. */
  readonly onProgress?: ((batch: Batch) => void) | undefined;
  /** Whether to wait for reviews as well, which may take days. */
  readonly throughReview?: boolean | undefined;
}

/** The least pause between two reads; Retry-After may ask for a longer one. */
const INTERVAL_MS = 5_000;

const isOver = ({ finishedAt, counts }: Batch, throughReview: boolean): boolean =>
  finishedAt !== null || (!throughReview && counts.queued + counts.running === 0);

/** @param first the batch as just read or accepted; also reported to `onProgress`. */
export async function waitForBatch(
  first: Batch,
  { signal, onProgress, throughReview = false }: BatchWaitOptions,
  api: Api,
): Promise<Batch> {
  let batch = first;
  onProgress?.(batch);
  let ms = INTERVAL_MS;
  while (!isOver(batch, throughReview)) {
    await pause(ms, signal);
    const path = `/tools/batches/${encodeURIComponent(batch.id)}`;
    const { data, headers } = await api.send<Batch>({ method: 'GET', path, signal });
    batch = data;
    onProgress?.(batch);
    ms = Math.max(INTERVAL_MS, retryAfterMs(headers));
  }
  return batch;
}
