/** Exact fractions ≥ 0. No float takes part, so a quote is the same on every machine, and a bound is never too small. */
import { divCeil, divFloor, invariant } from '@farebox/kernel';

export interface Rational {
  /** ≥ 0. */
  readonly numerator: bigint;
  /** > 0. */
  readonly denominator: bigint;
}

/** Decimals of a number that count: a nanosecond, a billionth of a unit. */
export const PLACES_MAX = 9;
const SCALE = 10n ** BigInt(PLACES_MAX);

export const rational = (numerator: bigint, denominator = 1n): Rational => {
  invariant(numerator >= 0n && denominator > 0n, 'a rational is not negative');
  return { numerator, denominator };
};

export const ZERO = rational(0n);
export const ONE = rational(1n);

/** A finite number as JavaScript writes it. */
const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The digits of a number ≥ 0 and how many of them are decimals; fewer than 0 if zeros follow. */
function digitsOf(value: number): { readonly digits: bigint; readonly places: number } {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  invariant(whole !== '', 'a number of a rule is finite and not negative');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

/** Whether the number has no more decimals than count. */
export const isExact = (value: number): boolean => digitsOf(value).places <= PLACES_MAX;

/**
 * The decimal that a number is written as, rounded up to nine places in favour of the platform. A number of JSON is
 * thus what its author wrote: 0.1 is a tenth. Throws if it is negative or not finite.
 */
export function fromNumber(value: number): Rational {
  const { digits, places } = digitsOf(value);
  if (places <= 0) return rational(digits * 10n ** BigInt(-places));
  const scaled =
    places <= PLACES_MAX
      ? digits * 10n ** BigInt(PLACES_MAX - places)
      : divCeil(digits, 10n ** BigInt(places - PLACES_MAX));
  return scaled % SCALE === 0n ? rational(scaled / SCALE) : rational(scaled, SCALE);
}

/** One denominator for both. Equal ones, and multiples, are kept, so that sums of decimals do not grow. */
function common(a: bigint, b: bigint): bigint {
  if (a % b === 0n) return a;
  return b % a === 0n ? b : a * b;
}

/** Computes with both numerators over one denominator. */
function joined(a: Rational, b: Rational, operation: (a: bigint, b: bigint) => bigint): Rational {
  const denominator = common(a.denominator, b.denominator);
  const over = (one: Rational): bigint => one.numerator * (denominator / one.denominator);
  return rational(operation(over(a), over(b)), denominator);
}

export const add = (a: Rational, b: Rational): Rational => joined(a, b, (one, other) => one + other);

/** a − b, but at least 0. */
export const sub = (a: Rational, b: Rational): Rational =>
  joined(a, b, (one, other) => (one > other ? one - other : 0n));

export const mul = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.numerator, a.denominator * b.denominator);

/** @param b above 0. */
export const div = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator, a.denominator * b.numerator);

export const isLess = (a: Rational, b: Rational): boolean => a.numerator * b.denominator < b.numerator * a.denominator;
export const smaller = (a: Rational, b: Rational): Rational => (isLess(b, a) ? b : a);
export const larger = (a: Rational, b: Rational): Rational => (isLess(a, b) ? b : a);

/** Rounded up, in favour of the platform. */
export const ceiled = ({ numerator, denominator }: Rational): bigint => divCeil(numerator, denominator);
/** Rounded down, in favour of the customer. */
export const floored = ({ numerator, denominator }: Rational): bigint => divFloor(numerator, denominator);
