/** The only way to write a number on a command line: never in exponent notation, which filters misread. */
import { invariant } from '@farebox/kernel';

/** Differences below a microsecond have no effect on audio or frames. */
const DIGITS = 6;

export function decimal(value: number): string {
  invariant(Number.isFinite(value) && Math.abs(value) < 1e15, 'an argument is a finite number');
  return String(Number(value.toFixed(DIGITS)) + 0);
}

/** An integer of at least 1. */
export function integer(value: number): string {
  invariant(Number.isSafeInteger(value) && value > 0, 'an argument is a positive integer');
  return String(value);
}
