/** Runs a whole batch: pays once, waits, and collects the results. */
import { FareboxError } from '../errors.ts';
import { markEnded } from '../requests/end.ts';
import { type Accepted, unlessTold } from '../requests/pay.ts';
import type { PaidBatch } from '../requests/store.ts';
import type { Io } from '../run.ts';
import type { Batch } from '../types.ts';
import { type BatchResult, resultsOf } from './results.ts';
import { type BatchWaitOptions, waitForBatch } from './wait.ts';

export interface BatchOutcome {
  /** Its `finishedAt` is null while an execution is under review. The request then stays in the store, to be resumed. */
  readonly batch: Batch;
  /** One result for each input, in the order of the request, including failed executions. */
  readonly results: readonly BatchResult[];
}

export async function finishBatch(
  { request, made }: Accepted<PaidBatch>,
  options: BatchWaitOptions,
  io: Io,
): Promise<BatchOutcome> {
  const results: BatchResult[] = [];
  const batch = await ended().catch((error: unknown) => {
    // A batch without one of its results is a defect of the service, and no doubt about its outcome.
    throw error instanceof FareboxError && error.code === 'unexpected_response'
      ? error
      : unlessTold(error, request.name);
  });
  async function ended(): Promise<Batch> {
    const waited = await waitForBatch(made, options, io.api);
    for await (const result of resultsOf(waited, options, io)) results.push(result);
    return waited;
  }
  // Only after all results have arrived: a crash before leaves the request pending.
  if (batch.finishedAt !== null) await markEnded(request, io.store);
  return { batch, results };
}
