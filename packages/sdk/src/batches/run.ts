/** The whole of a batch: paid once, waited for, and what came of each. */
import type { Accepted } from '../requests/pay.ts';
import type { PaidBatch } from '../requests/store.ts';
import type { Io } from '../run.ts';
import type { Batch } from '../types.ts';
import { type BatchResult, resultsOf } from './results.ts';
import { type BatchWaitOptions, waitForBatch } from './wait.ts';

export interface BatchOutcome {
  /** Its `finishedAt` is null where some of it is under review: it stays stored, to be resumed. */
  readonly batch: Batch;
  /** One for each of the arguments, in their order, also of those that failed. */
  readonly results: readonly BatchResult[];
}

/** @param isNamed what has a name of the caller's stays stored, so that the name is never paid again. */
export async function finishBatch(
  { request, made }: Accepted<PaidBatch>,
  { isNamed, ...options }: BatchWaitOptions & { readonly isNamed: boolean },
  io: Io,
): Promise<BatchOutcome> {
  const batch = await waitForBatch(made, options, io.api);
  const results: BatchResult[] = [];
  for await (const result of resultsOf(batch, options, io)) results.push(result);
  // Only now: whoever is killed while the results come finds it again.
  if (batch.finishedAt !== null && !isNamed) await io.store.remove(request.name);
  return { batch, results };
}
