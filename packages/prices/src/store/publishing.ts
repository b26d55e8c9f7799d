/** What publishing a table and publishing a project's terms have in common: the lock, the instant, and a version that nothing else has. */
import { type FieldProblems, invalidRequest } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export type Reader = Pick<Transaction, '$queryRaw'>;

/** Every gateway asks twice a second, so all of them know before it takes effect and none refuses what another has quoted. */
const AHEAD_MS = 2_000;
const AHEAD_MAX_MS = 366 * 24 * 3600 * 1000;
const EDITIONS_MAX = 1_000;

/** Until the end of the transaction nobody else publishes. The database's clock. */
export async function lockPrices(transaction: Transaction): Promise<Date> {
  const [row] = await transaction.$queryRaw<{ now: Date }[]>`SELECT price_lock() AS now`;
  invariant(row !== undefined, 'price_lock answers one row');
  return row.now;
}

/** When it takes effect, under the lock. Throws `invalid_request`. */
export async function effectiveInstant(transaction: Transaction, asked: Date | null): Promise<Date> {
  const now = (await lockPrices(transaction)).getTime();
  if (asked === null) return new Date(now + AHEAD_MS);
  if (asked.getTime() < now + AHEAD_MS)
    refuse({ '/effectiveAt': 'must be two seconds ahead or more; leave it out for now' });
  if (asked.getTime() > now + AHEAD_MAX_MS) refuse({ '/effectiveAt': 'must be within a year' });
  return asked;
}

/** In UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The same prices twice on one day are two versions: who was quoted by the first is not bound by the second. */
export async function unusedEdition<P extends { readonly edition?: number }>(
  prices: P,
  isKnown: (prices: P) => Promise<boolean>,
): Promise<P> {
  for (let edition = 1; edition <= EDITIONS_MAX; edition += 1) {
    const each = edition === 1 ? prices : { ...prices, edition };
    if (!(await isKnown(each))) return each;
  }
  return refuse({ '': 'was published too often today' });
}

function refuse(problems: FieldProblems): never {
  throw invalidRequest(problems);
}

export function refuseAny(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) refuse(problems);
}
