/**
 * Says that something is bounded without a look at the clock: it must come before a timer of the same process. Timers come in the order in which they are
 * due, however late the machine lets them, so a test that is starved waits longer and says the same. Only for what waits on timers of this process.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** Resolves like `work`, which has to be over before a timer of `ms` and what is there by then. */
export async function soonerThan<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await pause(ms, undefined, { signal: over.signal });
    await turn(); // whatever had come by then is read first
    await turn();
    throw new Error(`it is not over after ${ms} ms`);
  };
  const limit = late();
  limit.catch(() => {}); // the other one was first
  try {
    return await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
}
