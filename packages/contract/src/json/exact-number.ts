/**
 * Checks that a JSON number equals the double that a parser reads: the shortest decimal of that double must have the written
 * value. `0.1`, `1.0` and `1e3` pass; 9007199254740993, 1e999 and 800.00000000000000001 do not.
 */

/** @param written a number in JSON's grammar. Runs in time linear in its length, whatever its exponent. */
export function isExactNumber(written: string): boolean {
  const value = Number(written);
  const shortest = String(value);
  if (shortest === written) return true;
  if (!Number.isFinite(value)) return false;
  const [given, read] = [decimalOf(written), decimalOf(shortest)];
  return given.digits === read.digits && given.exponent === read.exponent;
}

interface Decimal {
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The power of ten of the last digit. */
  readonly exponent: number;
}

/** Ignores the sign, because parsing never changes it. */
function decimalOf(text: string): Decimal {
  const [mantissa = '', power = '0'] = (text.startsWith('-') ? text.slice(1) : text).split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return { digits: '', exponent: 0 };
  return { digits: digits.slice(start, end), exponent: Number(power) - fraction.length + (digits.length - end) };
}
