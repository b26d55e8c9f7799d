/**
 * Ranges of values, with both ends. A range of a result contains every result of values within the ranges of the
 * operands, because each operator only grows with an operand, or only shrinks with it. A value that is known is a range
 * of one value, so quotes and bounds are computed by the same code.
 */
import { invariant } from '@farebox/kernel';
import { add, ceiled, div, floored, larger, mul, type Rational, rational, smaller, sub, ZERO } from './rational.ts';

export interface Range {
  readonly least: Rational;
  readonly most: Rational;
}

export const only = (value: Rational): Range => ({ least: value, most: value });
const isKnown = ({ least, most }: Range): boolean => least === most;

type Operation = (a: Rational, b: Rational) => Rational;

/** An operation that grows with both operands. */
const growing =
  (operation: Operation) =>
  (a: Range, b: Range): Range => {
    const least = operation(a.least, b.least);
    return { least, most: isKnown(a) && isKnown(b) ? least : operation(a.most, b.most) };
  };

const OPERATIONS = { add: growing(add), mul: growing(mul), max: growing(larger), min: growing(smaller) } as const;

/** @param ranges at least one. */
export function folded(operation: keyof typeof OPERATIONS, ranges: readonly Range[]): Range {
  invariant(ranges.length > 0, 'an operator has operands');
  return ranges.reduce(OPERATIONS[operation]);
}

/** An operation that grows with the first operand and shrinks with the second. */
const opposed =
  (operation: Operation) =>
  (a: Range, b: Range): Range => {
    const least = operation(a.least, b.most);
    return { least, most: isKnown(a) && isKnown(b) ? least : operation(a.most, b.least) };
  };

export const difference = opposed(sub);
/** Takes a divisor above 0. */
export const quotient = opposed(div);

const rounded =
  (round: (value: Rational) => bigint) =>
  (range: Range): Range => {
    const least = rational(round(range.least));
    return { least, most: isKnown(range) ? least : rational(round(range.most)) };
  };

export const roundedUp = rounded(ceiled);
export const roundedDown = rounded(floored);

/** Either of two ranges. */
export const either = (a: Range, b: Range): Range => ({
  least: smaller(a.least, b.least),
  most: larger(a.most, b.most),
});

/** Elements of an array with values in the same range. */
export interface Repeated {
  readonly range: Range;
  readonly timesLeast: bigint;
  readonly timesMost: bigint;
}

const NONE: Range = only(ZERO);

/** The sum over all elements. */
export const total = (elements: readonly Repeated[]): Range =>
  elements
    .map(({ range, timesLeast, timesMost }) =>
      timesLeast === 1n && timesMost === 1n
        ? range
        : OPERATIONS.mul(range, { least: rational(timesLeast), most: rational(timesMost) }),
    )
    .reduce(OPERATIONS.add, NONE);

/** The largest over all elements; 0 without any. */
export const largest = (elements: readonly Repeated[]): Range =>
  elements
    .map(({ range, timesLeast }) => (timesLeast > 0n ? range : { least: ZERO, most: range.most }))
    .reduce(OPERATIONS.max, NONE);
