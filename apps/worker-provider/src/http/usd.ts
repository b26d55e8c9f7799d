/**
 * Parses amounts and times that a provider states: decimal text to integers without a float. An invalid amount counts
 * as not stated.
 */
import { type Micros, divFloor, micros } from '@farebox/kernel';
import type { StatedCost } from '../adapter.ts';
import { type Json, Numeral } from './json.ts';

/** JSON's grammar of a non-negative number, with limits on its digits. */
const DECIMAL = /^(\d{1,20})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;
const MICRO_DIGITS = 6;
const PICO_DIGITS = 12;
/** More than any call costs or takes; a larger value is an error and not an amount. */
const WHOLE_MAX = 10n ** 12n;

/** In units of 10^-digits, with the rest cut off. Null: not finite, negative, or absurd. */
function scaled(decimal: string, digitsBehind: number): bigint | null {
  const [matched, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(decimal) ?? [];
  if (matched === undefined) return null;
  const digits = BigInt(whole + fraction);
  const shift = digitsBehind + Number(exponent) - fraction.length;
  const amount = shift >= 0 ? digits * 10n ** BigInt(shift) : divFloor(digits, 10n ** BigInt(-shift));
  return amount <= WHOLE_MAX * 10n ** BigInt(digitsBehind) ? amount : null;
}

/** Decimal USD → micros; the customer gains a fraction of a micro. */
export function microsOfUsd(decimal: string): Micros | null {
  const amount = scaled(decimal, MICRO_DIGITS);
  return amount === null ? null : micros(amount);
}

/** Decimal USD → 10⁻¹² USD. */
export const picosOfUsd = (decimal: string): bigint | null => scaled(decimal, PICO_DIGITS);

/** Only a JSON number is an amount; a string instead means an unknown provider format. */
export const statedCost = (value: Json | undefined): StatedCost =>
  value instanceof Numeral ? microsOfUsd(value.text) : null;

/** A stated time in microseconds; null if there is none. */
export const statedMicroseconds = (value: Json | undefined): bigint | null =>
  value instanceof Numeral ? scaled(value.text, MICRO_DIGITS) : null;
