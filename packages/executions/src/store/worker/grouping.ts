/** How the queries of a worker are grouped. */
import { isUnavailable } from '@farebox/db';

/**
 * Two queries under way: while the database works on one, the next is prepared, if enough items wait for a second one (0300). Waiting is
 * bounded by the worker's own slots.
 */
export const GROUPING = { groupMax: 64, queriesMax: 2, beside: { min: 32, ms: 20 }, waitingMax: 10_000 } as const;

/**
 * One item that the database refuses undoes the whole query, so the items of a refused query are tried one by one: no item
 * fails because of another one. `query` must be safe to repeat. Rejections are returned as values, one an item.
 */
export async function eachOnItsOwn<I, O>(
  items: readonly I[],
  query: (items: readonly I[]) => Promise<readonly O[]>,
): Promise<PromiseSettledResult<O>[]> {
  try {
    return (await query(items)).map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (items.length === 1) return [{ status: 'rejected', reason: error }];
    if (isUnavailable(error)) throw error;
    const alone: PromiseSettledResult<O>[] = [];
    for (const item of items) alone.push(...(await eachOnItsOwn([item], query)));
    return alone;
  }
}

export function valueOf<O>(result: PromiseSettledResult<O>): O {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
