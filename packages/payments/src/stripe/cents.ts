/** Converts cents, as Stripe counts, to millionths of a USD, as the ledger counts. */
export const MICROS_PER_CENT = 10_000n;

/** Throws unless Stripe's value is a whole number of cents. */
export function microsOfCents(cents: unknown): bigint {
  if (!Number.isSafeInteger(cents) || (cents as number) < 0)
    throw new TypeError('an amount from Stripe must be a whole number of cents');
  return BigInt(cents as number) * MICROS_PER_CENT;
}
