/** Repeats a statement after a transient failure: bounded, jittered, and only for causes that a second try can mend. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './failure.ts';

const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 20;
/** No further try after this: somebody waits for the answer. */
const RETRY_MS_MAX = 2_500;

export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLast = attempt >= ATTEMPTS_MAX || performance.now() - startMs > RETRY_MS_MAX;
      if (isLast || !isTransient(error)) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
