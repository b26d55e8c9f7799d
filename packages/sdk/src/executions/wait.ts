/** Waits for the end of an execution with `Prefer: wait`. If the service does not apply it, polls no more often than the API allows. */
import type { Api } from '../http/api.ts';
import { pause } from '../http/pause.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import type { Execution } from '../types.ts';

export interface WaitOptions {
  /** Aborts the wait. The execution continues. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each state that was read. */
  readonly onProgress?: ((execution: Execution) => void) | undefined;
  /** Whether to wait for a review as well, which may take days. */
  readonly throughReview?: boolean | undefined;
}

/** The least pause between two reads that the service did not delay; Retry-After may ask for a longer one. */
const INTERVAL_MS = 5_000;
/** The API's maximum of `Prefer: wait`. One wait also stays within half of the request timeout. */
const WAIT_SECONDS_MAX = 30;

const isOver = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';

/** @param first the execution as just read or accepted; also reported to `onProgress`. */
export async function waitFor(
  first: Execution,
  { signal, onProgress, throughReview = false }: WaitOptions,
  api: Api,
): Promise<Execution> {
  const longest = Math.min(WAIT_SECONDS_MAX, Math.floor(api.timeoutMs / 2000));
  const seconds = onProgress === undefined ? longest : Math.min(longest, INTERVAL_MS / 1000);
  let execution = first;
  let leastMs = 0;
  let wasKeptBack = true; // true before the first request, so that it needs no pause
  for (;;) {
    onProgress?.(execution);
    if (isOver(execution) || (execution.status === 'needs_review' && !throughReview)) return execution;
    // The service never delays the response for an execution under review.
    const isWaiting = seconds > 0 && execution.status !== 'needs_review';
    if (!isWaiting || !wasKeptBack) await pause(Math.max(INTERVAL_MS, leastMs), signal);
    const headers: Record<string, string> = isWaiting ? { Prefer: `wait=${seconds}` } : {};
    const path = `/tools/executions/${encodeURIComponent(execution.id)}`;
    const askedMs = performance.now();
    const reply = await api.send<Execution>({ method: 'GET', path, headers, signal });
    execution = reply.data;
    leastMs = retryAfterMs(reply.headers);
    // Trusts the measured time and not only the header: a read that returned at once is followed by a pause.
    wasKeptBack = reply.headers.has('Preference-Applied') && performance.now() - askedMs >= seconds * 900;
  }
}
