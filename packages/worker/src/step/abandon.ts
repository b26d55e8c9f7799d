/**
 * Abandons an operation that does not end after its abort signal, so that it does not hold a slot, or block a shutdown,
 * forever.
 */

class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/** Resolves like `work`, or rejects if the work has not ended `graceMs` after `signal` aborted. */
export async function orAbandoned<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const abandoned = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(new AbandonedError(`still running ${graceMs} ms after its signal`)), graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {}); // later failures of abandoned work are ignored
  }
}
