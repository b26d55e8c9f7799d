/** Waits while the database is unavailable: with pauses, and only for causes that pass. */
import { isStatementError, isUnavailable } from '@farebox/db';
import { retry } from '@farebox/kernel';

const PAUSES = { pauseMs: 200, pauseMsMax: 1000 } as const;

/**
 * Repeats `work` while the database is unavailable and `worthIt()` is true; otherwise rejects with the last error.
 * `work` must be safe to repeat.
 */
export const retryWhileAway = <T>(work: () => Promise<T>, worthIt: () => boolean): Promise<T> =>
  retry(work, { ...PAUSES, again: (error) => isUnavailable(error) && worthIt() });

/**
 * For data that must not be lost: repeats `work` after any failure, except if the database refuses the statement
 * itself.
 * `onFailure` is called with each failure that is retried.
 */
export const retryUnlessRejected = <T>(
  work: () => Promise<T>,
  worthIt: () => boolean,
  onFailure: (error: unknown) => void,
): Promise<T> =>
  retry(work, {
    ...PAUSES,
    again: (error) => {
      if (isStatementError(error) || !worthIt()) return false;
      onFailure(error);
      return true;
    },
  });
