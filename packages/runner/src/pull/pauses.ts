/** Pauses between requests that are repeated. */
import { setTimeout as pause } from 'node:timers/promises';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Doubles with each failure, and differs by up to a half, so that many runners do not ask at the same moment. */
export function backoffMs(failures: number): number {
  const wholeMs = Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS);
  return wholeMs * (1 - Math.random() / 2);
}

/** Ends early, and never rejects, when the signal aborts. */
export const paused = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {});
