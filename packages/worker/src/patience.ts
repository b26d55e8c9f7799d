/** Waits out a database that is away: paused, and only for causes that time can mend. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, isUnavailable } from '@tollgate/db';

const FIRST_PAUSE_MS = 200;
const PAUSE_MAX_MS = 1000;

/** Repeats `work` while the database is away and `worthIt()`; else rejects with the last error. `work` must be safe to repeat. */
export const patiently = <T>(work: () => Promise<T>, worthIt: () => boolean): Promise<T> =>
  repeated(work, (error) => isUnavailable(error) && worthIt());

/**
 * For what must not be lost: repeats `work` whatever keeps the database from it, short of a refusal of the statement itself.
 * `onFailure` hears of each failure that is waited out.
 */
export const insistently = <T>(
  work: () => Promise<T>,
  worthIt: () => boolean,
  onFailure: (error: unknown) => void,
): Promise<T> =>
  repeated(work, (error) => {
    if (isRefusal(error) || !worthIt()) return false;
    onFailure(error);
    return true;
  });

async function repeated<T>(work: () => Promise<T>, isToRepeat: (error: unknown) => boolean): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isToRepeat(error)) throw error;
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
