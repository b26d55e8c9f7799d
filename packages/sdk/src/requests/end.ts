/** The end of a paid request in its store. */
import { isDrawn } from './idempotency-key.ts';
import type { PaidRequest, RequestStore } from './store.ts';

/** A request with the caller's name stays, so that the name is never paid again. One with a random name is removed. */
export async function markEnded(request: PaidRequest, store: RequestStore): Promise<void> {
  if (isDrawn(request.name)) await store.remove(request.name);
  else if (!hasEnded(request)) await store.save({ ...request, endedAt: new Date().toISOString() });
}

export const hasEnded = ({ endedAt }: PaidRequest): boolean => endedAt !== undefined;
