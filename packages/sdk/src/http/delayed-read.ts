/** Reads a resource until its end with `Prefer: wait`. If the service does not apply it, polls no more often than the API allows. */
import type { Api } from './api.ts';
import { pause } from './pause.ts';
import { retryAfterMs } from './retry-after.ts';

export interface DelayedRead<State> {
  /** The state as just read or accepted; also reported to `onProgress`. */
  readonly first: State;
  readonly path: string;
  readonly isOver: (state: State) => boolean;
  /** Whether the service delays a response for this state. It never waits for a review. */
  readonly isDelayed: (state: State) => boolean;
  readonly onProgress: ((state: State) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The least pause between two reads that the service did not delay; Retry-After may ask for a longer one. */
const INTERVAL_MS = 5_000;
/** The API's maximum of `Prefer: wait`. One wait also stays within half of the request timeout. */
const WAIT_SECONDS_MAX = 30;

/** Resolves with the first state that is over. */
export async function readUntilOver<State>(reading: DelayedRead<State>, api: Api): Promise<State> {
  const { path, isOver, isDelayed, onProgress, signal } = reading;
  const longest = Math.min(WAIT_SECONDS_MAX, Math.floor(api.timeoutMs / 2000));
  const seconds = onProgress === undefined ? longest : Math.min(longest, INTERVAL_MS / 1000);
  let state = reading.first;
  let leastMs = 0;
  let wasKeptBack = true; // true before the first request, so that it needs no pause
  for (;;) {
    onProgress?.(state);
    if (isOver(state)) return state;
    const isWaiting = seconds > 0 && isDelayed(state);
    if (!isWaiting || !wasKeptBack) await pause(Math.max(INTERVAL_MS, leastMs), signal);
    const headers: Record<string, string> = isWaiting ? { Prefer: `wait=${seconds}` } : {};
    const askedMs = performance.now();
    const reply = await api.send<State>({ method: 'GET', path, headers, signal });
    state = reply.data;
    leastMs = retryAfterMs(reply.headers);
    // Trusts the measured time and not only the header: a read that returned at once is followed by a pause.
    wasKeptBack = reply.headers.has('Preference-Applied') && performance.now() - askedMs >= seconds * 900;
  }
}
