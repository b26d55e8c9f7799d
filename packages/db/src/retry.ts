/** Retries a statement after a transient failure, a bounded number of times, and only for causes that a retry can fix. */
import { retry } from '@farebox/kernel';
import { isTransient } from './failure.ts';

const ATTEMPTS_MAX = 4;
/** No retry after this time, because a client waits for the response. */
const RETRY_MS_MAX = 2_500;

export function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const again = (error: unknown, attempt: number): boolean =>
    attempt < ATTEMPTS_MAX && performance.now() - startMs <= RETRY_MS_MAX && isTransient(error);
  return retry(work, { pauseMs: 40, pauseMsMax: 160, again });
}
