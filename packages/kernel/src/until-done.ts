/**
 * Waits for a dependency that is not available yet (such as a database that starts at the same time), instead of
 * crashing in a loop.
 */
import { ConfigError } from './config.ts';
import { retry } from './retry.ts';

export interface UntilDoneOptions {
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Repeats `work`, with a pause after each failure. Returns true when it succeeds, or false when `signal` aborts. A
 * ConfigError rejects at once, because waiting does not help.
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
