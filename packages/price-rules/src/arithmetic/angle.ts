/**
 * Sine and cosine of degrees as fractions, by Taylor's series in integers. The bounding box of a turned picture needs
 * them. Both are absolute and rounded up to twelve decimals: 0 exactly at right angles, never below the true value.
 */
import { divCeil } from '@farebox/kernel';
import { ONE, type Rational, rational, ZERO } from './rational.ts';

/** Digits of the series: many more than the result has. */
const DIGITS = 10n ** 30n;
/** π × DIGITS, rounded. */
const PI = 3_141_592_653_589_793_238_462_643_383_280n;
const RESULT = 10n ** 12n;
const CUT = DIGITS / RESULT;
/** More than the series is wrong by, and less than the result shows. */
const ERROR = 10n ** 12n;
/** Terms of the series up to π / 4: the first that is left out is below 10^-30. */
const TERMS = 14n;

/** @param degrees any angle without its sign, because the absolute value is the same. */
export const sine = ({ numerator, denominator }: Rational): Rational => {
  const half = 180n * denominator;
  const within = numerator % half;
  return firstQuadrant(within * 2n > half ? half - within : within, denominator);
};

/** @param degrees any angle without its sign. */
export const cosine = ({ numerator, denominator }: Rational): Rational =>
  sine(rational(numerator + 90n * denominator, denominator));

/** The sine of 0 to 90 degrees. */
function firstQuadrant(numerator: bigint, denominator: bigint): Rational {
  if (numerator === 0n) return ZERO;
  if (numerator === 90n * denominator) return ONE;
  const isLarge = numerator > 45n * denominator;
  const angle = isLarge ? 90n * denominator - numerator : numerator;
  const radians = (angle * PI) / (180n * denominator);
  const value = isLarge ? series(DIGITS, radians, 1n) : series(radians, radians, 2n);
  const up = divCeil(value + ERROR, CUT);
  return up >= RESULT ? ONE : rational(up, RESULT);
}

/** x^n/n! with alternating signs. @param step 1 for the cosine, which begins with 1, 2 for the sine, which begins with x. */
function series(first: bigint, radians: bigint, step: bigint): bigint {
  const square = (radians * radians) / DIGITS;
  let [term, sum] = [first, first];
  for (let n = 0n; n < TERMS; n++) {
    const factor = 2n * n + step;
    term = (-term * square) / (DIGITS * factor * (factor + 1n));
    sum += term;
  }
  return sum;
}
