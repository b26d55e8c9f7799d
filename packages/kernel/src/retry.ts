/**
 * The only retry loop: with pauses and jitter, and for as long as the caller decides. The caller decides which errors
 * may be retried.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /**
   * The first pause in milliseconds. Each pause is twice the previous one, up to `pauseMsMax`, with jitter from half to
   * one and a half.
   */
  readonly pauseMs: number;
  readonly pauseMsMax: number;
  /** Decides after each failure whether to retry (`attempt` starts at 1). An error that it throws ends the retries. */
  readonly again: (error: unknown, attempt: number) => boolean | Promise<boolean>;
  /** Called before each pause. If the signal aborts, the pause and the retries end with its reason. */
  readonly signal?: () => AbortSignal | undefined;
}

/**
 * Resolves like the first successful `work`; rejects with the last error once `again` returns false. `work` must be
 * safe to repeat.
 */
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
