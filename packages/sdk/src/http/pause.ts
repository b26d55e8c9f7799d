/** Pauses that a signal aborts with its reason. */

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
  signal?.throwIfAborted();
}

const FIRST_MS = 500;
const LONGEST_MS = 10_000;

/** The pause before retry `n`, from 0: random, up to a doubling limit, and never shorter than Retry-After. */
export const backoffMs = (n: number, leastMs: number): number =>
  leastMs + Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** n);
