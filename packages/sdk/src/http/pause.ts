/** Waiting, ended by a signal with its reason. */

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

/** Before repetition `n`, from 0: a random share of what doubles, and never less than what the service asked for. */
export const backoffMs = (n: number, leastMs: number): number =>
  leastMs + Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** n);
