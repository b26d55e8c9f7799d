/**
 * Money. One unit everywhere: micro-USD (1 USD = 1,000,000), a bigint that is never negative.
 * No float and no `Number()` comes near it except at the JSON edge, where 2^53-1 is the bound.
 */
import { invariant } from './assert.ts';

declare const brand: unique symbol;
/** Integer micro-units of USD, ≥ 0. */
export type Micros = bigint & { readonly [brand]: 'Micros' };

/** PostgreSQL's bigint ceiling: no amount, price times quantity included, may pass it. */
const MICROS_MAX = 2n ** 63n - 1n;
const JSON_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export const ZERO_MICROS = 0n as Micros;

/** Parses any integer into micros. Throws when it is negative or beyond a database bigint. */
export function micros(value: bigint | number | string): Micros {
  const amount = BigInt(value);
  invariant(amount >= 0n && amount <= MICROS_MAX, 'micros out of range');
  return amount as Micros;
}

export const addMicros = (a: Micros, b: Micros): Micros => micros(a + b);

/** a − b. A result below zero is a broken invariant, never clamped. */
export const subMicros = (a: Micros, b: Micros): Micros => micros(a - b);

export const minMicros = (a: Micros, b: Micros): Micros => (a < b ? a : b);
export const maxMicros = (a: Micros, b: Micros): Micros => (a > b ? a : b);
export const sumMicros = (amounts: readonly Micros[]): Micros => amounts.reduce(addMicros, ZERO_MICROS);

/** amount × quantity, both integers. */
export const timesMicros = (price: Micros, quantity: bigint): Micros => micros(price * quantity);

/** numerator ÷ denominator, rounded down: the customer gains the fraction. */
export function divFloor(numerator: bigint, denominator: bigint): bigint {
  invariant(numerator >= 0n && denominator > 0n, 'divFloor takes a ≥ 0 and b > 0');
  return numerator / denominator;
}

/** numerator ÷ denominator, rounded up: the platform gains the fraction. */
export function divCeil(numerator: bigint, denominator: bigint): bigint {
  invariant(numerator >= 0n && denominator > 0n, 'divCeil takes a ≥ 0 and b > 0');
  return (numerator + denominator - 1n) / denominator;
}

/** Micros as a JSON integer. Amounts above 2^53−1 cannot be said exactly in JSON and are refused. */
export function microsToJson(amount: Micros): number {
  invariant(amount <= JSON_MAX, 'amount is beyond 2^53-1 micros');
  return Number(amount);
}
