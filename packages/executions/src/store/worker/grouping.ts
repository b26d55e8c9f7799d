/** How the queries of a worker are grouped. */
import { isUnavailable } from '@farebox/db';

/**
 * Two queries in progress: while the database runs one, the next is prepared, if it is large enough (decision 0300). The
 * worker's own slots bound the number of waiting items.
 */
export const GROUPING = { groupMax: 64, queriesMax: 2, beside: { min: 32, ms: 20 }, waitingMax: 10_000 } as const;

/**
 * One item that the database refuses rolls back the whole query, so the items of a refused query are retried one by one: no
 * item fails because of another. `query` must be safe to repeat. Rejections are returned as values, one per item.
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
