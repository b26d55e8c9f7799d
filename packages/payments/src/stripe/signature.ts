/**
 * Reads the header `Stripe-Signature` before Stripe's library does. The library throws an error of another kind for a
 * signature that is not hexadecimal, and accepts a time in the future.
 */

/** Stripe sends one signature for each secret in use, about 80 characters each. */
const HEADER_CHARS_MAX = 2_048;
const TIME = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

export interface SignatureWindow {
  readonly nowSeconds: number;
  readonly toleranceSeconds: number;
}

/** @returns false if the header is malformed, or if its time is more than the tolerance ahead. */
export function isSoundSignature(header: string, { nowSeconds, toleranceSeconds }: SignatureWindow): boolean {
  if (header.length > HEADER_CHARS_MAX) return false;
  const fields = header.split(',').map((field) => field.trim());
  const valuesOf = (name: string): string[] =>
    fields.filter((field) => field.startsWith(`${name}=`)).map((field) => field.slice(name.length + 1));
  const [times, signatures] = [valuesOf('t'), valuesOf('v1')];
  const isWellFormed = times.length === 1 && times.every((each) => TIME.test(each));
  if (!isWellFormed || signatures.length === 0 || !signatures.every((each) => SIGNATURE.test(each))) return false;
  return Number(times[0]) <= nowSeconds + toleranceSeconds;
}
