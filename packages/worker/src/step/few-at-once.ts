/** Transfers files to or from a store a few at once, because each spends most of its time waiting. */

const AT_ONCE = 4;

/**
 * Results in the order of the items. After a failure it starts no further item, and rejects with the first failure once
 * nothing is running.
 */
export async function fewAtOnce<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const few = items.slice(first, first + AT_ONCE).map((item, n) => work(item, first + n));
    for (const settled of await Promise.allSettled(few)) {
      if (settled.status === 'rejected') throw settled.reason;
      results.push(settled.value);
    }
  }
  return results;
}
