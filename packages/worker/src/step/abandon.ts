/** An operation that does not end when its signal fires is left to itself: it may not hold a slot, or a shutdown, for ever. */

class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/** Resolves like `work`, or rejects when `signal` fired and `graceMs` later the work had not ended. */
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
    work.catch(() => {}); // abandoned work that fails later has nobody left to hear it
  }
}
