/** Waits for what is not there yet (a database that starts beside us) instead of crashing in a loop. */
import { ConfigError } from './config.ts';
import { retry } from './retry.ts';

export interface UntilDoneOptions {
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Repeats `work`, with a pause after each failure, until it succeeds: true; or until `signal` fires: false. A ConfigError is no matter of
 * time, and rejects.
 */
export async function untilDone(work: () => Promise<void>, options: UntilDoneOptions): Promise<boolean> {
  const { pauseMs, signal, onFailure } = options;
  if (signal.aborted) return false;
  const again = (error: unknown): boolean => {
    if (error instanceof ConfigError) return false;
    onFailure(error);
    return !signal.aborted;
  };
  return await retry(work, { pauseMs, pauseMsMax: pauseMs, again, signal: () => signal }).then(
    () => true,
    (error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    },
  );
}
