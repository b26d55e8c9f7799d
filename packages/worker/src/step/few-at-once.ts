/** Files on their way to or from a store: a few at once, since most of the time of each is waiting. */

const AT_ONCE = 4;

/** In the order of the items. Rejects with the first failure once nothing is under way any more, and begins nothing after it. */
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
