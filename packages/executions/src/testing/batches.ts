/** For tests: batches that would be accepted. */
import type { AcceptBatch, BatchItem } from '../store/batches/accept.ts';
import { requestFor } from './fixture.ts';

/** Each item has one image step and costs at most 100 µUSD; the key is new unless given. */
export function batchFor(projectId: string, size: number, changes: Partial<AcceptBatch> = {}): AcceptBatch {
  const request = requestFor(projectId);
  return { ...request, items: Array.from<unknown, BatchItem>({ length: size }, () => request), ...changes };
}
