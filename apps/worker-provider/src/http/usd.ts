/** Amounts that a provider states: decimal text to micros without a float. What is no amount is no claim. */
import { type Micros, divFloor, micros } from '@tollgate/kernel';
import type { StatedCost } from '../adapter.ts';
import { type Json, Numeral } from './json.ts';

/** JSON's own grammar of a number that is not negative, with bounds on its digits. */
const DECIMAL = /^(\d{1,20})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;
const MICRO_DIGITS = 6;
/** More than any call costs; what is stated above it is no amount but a defect. */
const MICROS_MAX = 10n ** 18n;

/** USD in decimal → micros; a fraction of a micro is the customer's gain. Null: not finite, negative, or absurd. */
export function microsOfUsd(decimal: string): Micros | null {
  const [matched, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(decimal) ?? [];
  if (matched === undefined) return null;
  const digits = BigInt(whole + fraction);
  const shift = MICRO_DIGITS + Number(exponent) - fraction.length;
  const amount = shift >= 0 ? digits * 10n ** BigInt(shift) : divFloor(digits, 10n ** BigInt(-shift));
  return amount <= MICROS_MAX ? micros(amount) : null;
}

/** Only a JSON number is an amount: text in its place is a provider that we do not understand. */
export const statedCost = (value: Json | undefined): StatedCost =>
  value instanceof Numeral ? microsOfUsd(value.text) : null;
