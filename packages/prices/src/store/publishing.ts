/** The common part of publishing tables and terms: the lock, the effective time, and an unused version. */
import { AppError, type FieldProblems, invalidRequest } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export type Reader = Pick<Transaction, '$queryRaw'>;

/** Every gateway polls twice a second, so all know the new prices before they take effect, and none refuses a quote of another. */
const AHEAD_MS = 2_000;
const AHEAD_MAX_MS = 366 * 24 * 3600 * 1000;
const EDITIONS_MAX = 1_000;

/** Serializes publishers until the end of the transaction. Returns the time of the database's clock. */
export async function lockPrices(transaction: Transaction): Promise<Date> {
  const [row] = await transaction.$queryRaw<{ now: Date }[]>`SELECT price_lock() AS now`;
  invariant(row !== undefined, 'price_lock answers one row');
  return row.now;
}

/** The version of the prices that take effect at this instant; null if none do. */
type VersionAt = (instant: Date) => Promise<string | null>;

/** When the prices take effect; call it under the lock. Throws `invalid_request` or `price_instant_taken`. */
export async function effectiveInstant(
  transaction: Transaction,
  asked: Date | null,
  versionAt: VersionAt,
): Promise<Date> {
  const now = (await lockPrices(transaction)).getTime();
  if (asked === null) return firstFree(now + AHEAD_MS, versionAt);
  requireNear(asked, now);
  const priceVersion = await versionAt(asked);
  if (priceVersion !== null)
    throw new AppError('price_instant_taken', { details: { priceVersion, effectiveAt: asked.toISOString() } });
  return asked;
}

async function firstFree(ms: number, versionAt: VersionAt): Promise<Date> {
  const instant = new Date(ms);
  return (await versionAt(instant)) === null ? instant : firstFree(ms + 1, versionAt);
}

function requireNear(asked: Date, now: number): void {
  if (asked.getTime() < now + AHEAD_MS)
    refuse({ '/effectiveAt': 'must be at least two seconds from now; omit it to publish now' });
  if (asked.getTime() > now + AHEAD_MAX_MS) refuse({ '/effectiveAt': 'must be within a year' });
}

/** The date in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Publishing the same prices twice on one day makes two versions, so that a quote of the first does not bind the second. */
export async function unusedEdition<P extends { readonly edition?: number }>(
  prices: P,
  isKnown: (prices: P) => Promise<boolean>,
): Promise<P> {
  for (let edition = 1; edition <= EDITIONS_MAX; edition += 1) {
    const each = edition === 1 ? prices : { ...prices, edition };
    if (!(await isKnown(each))) return each;
  }
  return refuse({ '': 'these prices were published too often today' });
}

function refuse(problems: FieldProblems): never {
  throw invalidRequest(problems);
}

export function refuseAny(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) refuse(problems);
}
