/** Fractions, ranges and angles against integers and floats. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { cosine, sine } from './angle.ts';
import { difference, folded, quotient, type Range } from './range.ts';
import { add, ceiled, div, floored, fromNumber, isLess, mul, type Rational, rational, sub } from './rational.ts';

const anyRational = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
  .map(([numerator, denominator]) => rational(numerator, denominator));

const isEqual = (a: Rational, b: Rational): boolean => !isLess(a, b) && !isLess(b, a);

it.for([
  [0, 0n, 1n],
  [0.1, 100_000_000n, 1_000_000_000n],
  [1e21, 10n ** 21n, 1n],
  [1.5e-9, 2n, 1_000_000_000n],
  [Number.MIN_VALUE, 1n, 1_000_000_000n],
  [0.999_999_999_9, 1n, 1n],
] as const)('%d is read as its decimals, rounded up to nine', ([value, numerator, denominator]) => {
  expect(fromNumber(value)).toEqual({ numerator, denominator });
});

test('fractions follow the laws of arithmetic', () => {
  fc.assert(
    fc.property(anyRational, anyRational, anyRational, (a, b, c) => {
      expect(isEqual(add(a, b), add(b, a))).toBe(true);
      expect(isEqual(mul(a, add(b, c)), add(mul(a, b), mul(a, c)))).toBe(true);
      expect(isEqual(sub(add(a, b), b), a)).toBe(true);
      expect(sub(a, add(a, b)).numerator).toBe(0n);
      fc.pre(b.numerator > 0n);
      expect(isEqual(mul(div(a, b), b), a)).toBe(true);
      expect(ceiled(a) - floored(a)).toBe(a.numerator % a.denominator === 0n ? 0n : 1n);
    }),
  );
});

const anyRange: fc.Arbitrary<Range & { readonly inside: Rational }> = fc
  .tuple(anyRational, anyRational, anyRational)
  .map((values) => values.toSorted((a, b) => (isLess(a, b) ? -1 : 1)) as [Rational, Rational, Rational])
  .map(([least, inside, most]) => ({ least, inside, most }));

test('the range of a result contains the result of every value within the ranges', () => {
  const contains = ({ least, most }: Range, value: Rational): boolean => !isLess(value, least) && !isLess(most, value);
  fc.assert(
    fc.property(anyRange, anyRange, (a, b) => {
      expect(contains(folded('add', [a, b]), add(a.inside, b.inside))).toBe(true);
      expect(contains(folded('mul', [a, b]), mul(a.inside, b.inside))).toBe(true);
      expect(contains(difference(a, b), sub(a.inside, b.inside))).toBe(true);
      fc.pre(b.least.numerator > 0n);
      expect(contains(quotient(a, b), div(a.inside, b.inside))).toBe(true);
    }),
  );
});

test('sine and cosine are those of floats, never smaller, and exact at right angles', () => {
  const asFloat = ({ numerator, denominator }: Rational): number => Number(numerator) / Number(denominator);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1000, noNaN: true }), (degrees) => {
      const radians = (asFloat(fromNumber(degrees)) * Math.PI) / 180;
      expect(asFloat(sine(fromNumber(degrees))) - Math.abs(Math.sin(radians))).toBeCloseTo(0, 11);
      expect(asFloat(cosine(fromNumber(degrees))) - Math.abs(Math.cos(radians))).toBeCloseTo(0, 11);
    }),
  );
  expect([0, 90, 180, 270, 360].map((degrees) => asFloat(sine(fromNumber(degrees))))).toEqual([0, 1, 0, 1, 0]);
  expect([0, 90, 180, 270, 360].map((degrees) => asFloat(cosine(fromNumber(degrees))))).toEqual([1, 0, 1, 0, 1]);
  expect(sine(fromNumber(0.000_000_001)).numerator).toBe(18n);
});
