/** The one way to try again: paused, jittered, and only for as long as its caller says so. Each caller says what may be repeated. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** The first pause; each is twice the one before, up to `pauseMsMax`, and half of that to half more. */
  readonly pauseMs: number;
  readonly pauseMsMax: number;
  /** Whether to try once more, asked after each failure (`attempt` from 1). What it throws ends the retries instead. */
  readonly again: (error: unknown, attempt: number) => boolean | Promise<boolean>;
  /** Asked before each pause: ends the pause, and with it the retries, by its reason. */
  readonly signal?: () => AbortSignal | undefined;
}

/** Resolves like the first `work` that succeeds; rejects with the last error once `again` says no. `work` must be safe to repeat. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { pauseMs, pauseMsMax, again, signal } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(await again(error, attempt))) throw error;
    }
    const ms = Math.min(pauseMs * 2 ** (attempt - 1), pauseMsMax) * (0.5 + Math.random());
    const ending = signal?.();
    await sleep(ms, undefined, ending === undefined ? {} : { signal: ending });
  }
}
