/** How a worker's calls to the database gather. */
import { isUnavailable } from '@farebox/db';

/**
 * Two calls under way: while the database works on one, the next is prepared, if it is worth a call of its own (0300). Waiting is
 * bounded by the worker's own slots.
 */
export const BATCHING = { batchMax: 64, callsMax: 2, beside: { min: 32, ms: 20 }, waitingMax: 10_000 } as const;

/**
 * One item that the database refuses undoes the whole call, so the items of a refused call are tried one by one: nobody
 * fails for somebody else's defect. `call` must be safe to repeat. Rejections are answered as values, one an item.
 */
export async function eachOnItsOwn<I, O>(
  items: readonly I[],
  call: (items: readonly I[]) => Promise<readonly O[]>,
): Promise<PromiseSettledResult<O>[]> {
  try {
    return (await call(items)).map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (items.length === 1) return [{ status: 'rejected', reason: error }];
    if (isUnavailable(error)) throw error;
    const alone: PromiseSettledResult<O>[] = [];
    for (const item of items) alone.push(...(await eachOnItsOwn([item], call)));
    return alone;
  }
}

export function valueOf<O>(result: PromiseSettledResult<O>): O {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
