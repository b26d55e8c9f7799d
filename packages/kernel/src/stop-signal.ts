/**
 * How a process learns that it should stop: SIGTERM, SIGINT, or the end of the supervisor that started it with a channel; and that
 * whoever asked does not want to wait any longer.
 */

export type StopCause = 'SIGTERM' | 'SIGINT' | 'supervisor_gone';

/**
 * Resolves once, with the first cause. From then on SIGTERM and SIGINT no longer end the process: it drains and
 * calls process.exit, because a listened-to channel keeps it alive.
 */
export function stopRequested(): Promise<StopCause> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve('SIGTERM'));
    process.on('SIGINT', () => resolve('SIGINT'));
    if (process.send === undefined) return;
    process.on('disconnect', () => resolve('supervisor_gone'));
    // A channel that is already closed tells nobody.
    if (!process.connected) resolve('supervisor_gone');
  });
}

/** A terminal and the parent that passes signals on may both say the same thing. */
const SAME_REQUEST_MS = 500;

/** Aborts at the second request to stop: what would still be waited for is left at once. */
export function stopForced(signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT']): AbortSignal {
  const forced = new AbortController();
  let firstMs: number | undefined;
  const heard = (): void => {
    const nowMs = performance.now();
    firstMs ??= nowMs;
    if (nowMs - firstMs > SAME_REQUEST_MS) forced.abort();
  };
  for (const signal of signals) process.on(signal, heard);
  return forced.signal;
}

/** What a worker that waits for paid calls needs to stop, beyond the time of one call; whoever ends it waits that long. */
export const STOP_SECONDS_BEYOND_A_CALL = 60;
