/** Waits out a database that is away: paused, and only for causes that time can mend. */
import { isStatementError, isUnavailable } from '@farebox/db';
import { retry } from '@farebox/kernel';

const PAUSES = { pauseMs: 200, pauseMsMax: 1000 } as const;

/** Repeats `work` while the database is away and `worthIt()`; else rejects with the last error. `work` must be safe to repeat. */
export const retryWhileAway = <T>(work: () => Promise<T>, worthIt: () => boolean): Promise<T> =>
  retry(work, { ...PAUSES, again: (error) => isUnavailable(error) && worthIt() });

/**
 * For what must not be lost: repeats `work` whatever keeps the database from it, short of a refusal of the statement itself.
 * `onFailure` hears of each failure that is waited out.
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
