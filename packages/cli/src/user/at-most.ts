/** Runs work on many items, at most `count` at once, in the order of the items. */

/**
 * Resolves with the results in the order of the items. A rejection stops the start of further work and rejects; an aborted
 * signal only stops it, and the results of items that were not started are missing.
 */
export async function atMost<T, R>(
  { count, signal }: { readonly count: number; readonly signal: AbortSignal },
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const left = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && !signal.aborted; next = left.shift())
      results.set(
        next[0],
        await work(next[1]).catch((error: unknown) => {
          left.length = 0;
          throw error;
        }),
      );
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  return items.flatMap((_, at) => (results.has(at) ? [results.get(at) as R] : []));
}
