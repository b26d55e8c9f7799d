/** What was paid for is not lost to a store that is away for a while: keeping it is tried again for as long as that is ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OperationFailure } from '../operation.ts';

const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 5000;
const TOTAL_MAX_MS = 5 * 60_000;

/** Repeats `keep`, which must be safe to repeat, until it succeeds, the time is over, or `signal` fires. */
export async function bringHome<T>(keep: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const endMs = performance.now() + TOTAL_MAX_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await keep();
    } catch (error) {
      if (error instanceof OperationFailure || signal.aborted || performance.now() >= endMs) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
