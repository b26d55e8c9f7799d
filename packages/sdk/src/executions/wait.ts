/** Waits for the end of an execution: the service keeps its response back until there is one. Where it does not, polls no more often than the API allows. */
import type { Api } from '../http/api.ts';
import { pause } from '../http/pause.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import type { Execution } from '../types.ts';

export interface WaitOptions {
  /** Ends the waiting, not the execution. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each state that was read. */
  readonly onProgress?: ((execution: Execution) => void) | undefined;
  /** Whether to wait through a review as well, which may take days. */
  readonly throughReview?: boolean | undefined;
}

/** Between two reads of one execution that are not kept back; the service may ask for more. */
const INTERVAL_MS = 5_000;
/** Of one read that is kept back, as the API has it; it stays within half the time of a sending, too. */
const WAIT_SECONDS_MAX = 30;

const isOver = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';

/** @param first read or accepted just now, and told as progress. */
export async function waitFor(
  first: Execution,
  { signal, onProgress, throughReview = false }: WaitOptions,
  api: Api,
): Promise<Execution> {
  const longest = Math.min(WAIT_SECONDS_MAX, Math.floor(api.timeoutMs / 2000));
  const seconds = onProgress === undefined ? longest : Math.min(longest, INTERVAL_MS / 1000);
  let execution = first;
  let leastMs = 0;
  let wasKeptBack = true; // nothing was asked yet
  for (;;) {
    onProgress?.(execution);
    if (isOver(execution) || (execution.status === 'needs_review' && !throughReview)) return execution;
    // A review is told of at once, so nothing keeps a read of it back.
    const isWaiting = seconds > 0 && execution.status !== 'needs_review';
    if (!isWaiting || !wasKeptBack) await pause(Math.max(INTERVAL_MS, leastMs), signal);
    const headers: Record<string, string> = isWaiting ? { Prefer: `wait=${seconds}` } : {};
    const path = `/tools/executions/${encodeURIComponent(execution.id)}`;
    const askedMs = performance.now();
    const reply = await api.send<Execution>({ method: 'GET', path, headers, signal });
    execution = reply.data;
    leastMs = retryAfterMs(reply.headers);
    // Whatever a header says: a read that came back at once is followed by a pause.
    wasKeptBack = reply.headers.has('Preference-Applied') && performance.now() - askedMs >= seconds * 900;
  }
}
