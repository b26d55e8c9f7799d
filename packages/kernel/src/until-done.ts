/** Waits for what is not there yet (a database that starts beside us) instead of crashing in a loop. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilDoneOptions {
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Repeats `work`, with a pause after each failure, until it succeeds: true; or until `signal` fires: false. */
export async function untilDone(
  work: () => Promise<void>,
  { pauseMs, signal, onFailure }: UntilDoneOptions,
): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await work();
      return true;
    } catch (error) {
      onFailure(error);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  return false;
}
