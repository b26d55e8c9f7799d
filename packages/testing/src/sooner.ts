/**
 * Verifies that work is bounded without reading the clock: it must end before a timer of the same process. Timers fire
 * in order of their due time, however late the machine is. So a starved test waits longer and has the same result. Only
 * for work that waits on timers of this process.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** Resolves like `work`, which must end before a timer of `ms` fires and pending events are read. */
export async function soonerThan<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await pause(ms, undefined, { signal: over.signal });
    await turn(); // pending events are read first
    await turn();
    throw new Error(`it is not over after ${ms} ms`);
  };
  const limit = late();
  limit.catch(() => {}); // the work ended first
  try {
    return await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
}
