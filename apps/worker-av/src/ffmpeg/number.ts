/** The one way of a number into a command line: never in powers of ten, which filters read as something else. */
import { invariant } from '@farebox/kernel';

/** Below a microsecond nothing of sound or pictures differs. */
const DIGITS = 6;

export function decimal(value: number): string {
  invariant(Number.isFinite(value) && Math.abs(value) < 1e15, 'an argument is a finite number');
  return String(Number(value.toFixed(DIGITS)) + 0);
}

/** From 1. */
export function integer(value: number): string {
  invariant(Number.isSafeInteger(value) && value > 0, 'an argument is a positive integer');
  return String(value);
}
