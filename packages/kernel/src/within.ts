/** Limits the wait for something that may never respond (a stopped Redis, a dead socket). */

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Resolves like `work`, or rejects with TimeoutError after `timeoutMs`. The work itself is not stopped. */
export async function within<T>(timeoutMs: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${what} took more than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // a rejection after the timeout is ignored
  }
}
