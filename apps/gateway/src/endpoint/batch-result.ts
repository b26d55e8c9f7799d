/** Makes the response for a batch, with Retry-After while one of its executions can still change. */
import type { Batch } from '@farebox/contract';
import type { HandlerResult } from './handler.ts';
import { REPLAYED, RETRY_AFTER } from './execution-result.ts';

export const batchResult = (batch: Batch): HandlerResult =>
  batch.finishedAt === null ? { status: 200, data: batch, headers: RETRY_AFTER } : { status: 200, data: batch };

/** @param basePath path prefix of the API that clients use. */
export const acceptedBatch = (batch: Batch, basePath: string): HandlerResult => ({
  status: 202,
  data: batch,
  headers: { ...RETRY_AFTER, Location: `${basePath}/tools/batches/${batch.id}` },
});

export function replayedBatch(batch: Batch, basePath: string): HandlerResult {
  if (batch.finishedAt !== null) return { status: 200, data: batch, headers: REPLAYED };
  const { headers, ...result } = acceptedBatch(batch, basePath);
  return { ...result, headers: { ...headers, ...REPLAYED } };
}
