/** Stripe counts cents, the ledger millionths of a USD. */
export const MICROS_PER_CENT = 10_000n;

/** Throws where Stripe says something else than a whole number of cents. */
export function microsOfCents(cents: unknown): bigint {
  if (!Number.isSafeInteger(cents) || (cents as number) < 0)
    throw new TypeError('an amount of Stripe is a whole number of cents');
  return BigInt(cents as number) * MICROS_PER_CENT;
}
