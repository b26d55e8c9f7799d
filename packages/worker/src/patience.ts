/** Waits out a database that is away: bounded, paused and only for causes that time can mend. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '@tollgate/db';

const FIRST_PAUSE_MS = 200;
const PAUSE_MAX_MS = 1000;

/** Repeats `work` after transient failures while `worthIt()`; else rejects with the last error. `work` must be safe to repeat. */
export async function patiently<T>(work: () => Promise<T>, worthIt: () => boolean): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || !worthIt()) throw error;
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
