/** Batches that would be accepted. Used by tests only. */
import type { AcceptBatch, BatchItem } from '../store/batches/accept.ts';
import { requestFor } from './fixture.ts';

/** Of one image step each, at 100 µUSD at most; the key is fresh unless given. */
export function batchFor(projectId: string, size: number, changes: Partial<AcceptBatch> = {}): AcceptBatch {
  const request = requestFor(projectId);
  return { ...request, items: Array.from<unknown, BatchItem>({ length: size }, () => request), ...changes };
}
