/**
 * Detects requests to stop a process: SIGTERM, SIGINT, or the end of the supervisor that started it with a channel. A
 * second request means that the process must not wait any longer.
 */

export type StopCause = 'SIGTERM' | 'SIGINT' | 'supervisor_gone';

/**
 * Resolves once, with the first cause. From then on SIGTERM and SIGINT no longer end the process: it must drain and
 * call process.exit, because the open channel keeps it alive.
 */
export function stopRequested(): Promise<StopCause> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve('SIGTERM'));
    process.on('SIGINT', () => resolve('SIGINT'));
    if (process.send === undefined) return;
    process.on('disconnect', () => resolve('supervisor_gone'));
    // A channel that is already closed emits no event.
    if (!process.connected) resolve('supervisor_gone');
  });
}

/** The terminal and the parent that passes signals on may both send the same request. */
const SAME_REQUEST_MS = 500;

/** Aborts at the second request to stop: the process must not wait any longer. */
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

/**
 * Time that a worker with provider calls needs to stop beyond the time of one call, in seconds. Its supervisor waits
 * that long.
 */
export const STOP_SECONDS_BEYOND_A_CALL = 60;
