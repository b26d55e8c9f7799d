/**
 * Money. The only unit is micro-USD (1 USD = 1,000,000), a bigint that is never negative. No float and no `Number()` is
 * used, except at the JSON boundary, where the limit is 2^53-1.
 */
import { invariant } from './assert.ts';

declare const brand: unique symbol;
/** Integer micro-units of USD, ≥ 0. */
export type Micros = bigint & { readonly [brand]: 'Micros' };

/** Maximum of PostgreSQL's bigint: no amount may exceed it, including price times quantity. */
const MICROS_MAX = 2n ** 63n - 1n;
const JSON_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export const ZERO_MICROS = 0n as Micros;

/** Parses an integer into micros. Throws if it is negative or exceeds a database bigint. */
export function micros(value: bigint | number | string): Micros {
  const amount = BigInt(value);
  invariant(amount >= 0n && amount <= MICROS_MAX, 'micros out of range');
  return amount as Micros;
}

export const addMicros = (a: Micros, b: Micros): Micros => micros(a + b);

/** a − b. A result below zero is a broken invariant, and is never clamped. */
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

/** Micros as a JSON integer. Amounts above 2^53−1 are not exact in JSON and are refused. */
export function microsToJson(amount: Micros): number {
  invariant(amount <= JSON_MAX, 'amount is beyond 2^53-1 micros');
  return Number(amount);
}

/**
 * An amount that a service outside stated, or a sum with such amounts, as a JSON integer. 2^53−1 stands for anything above
 * it, and −(2^53−1) for anything below: a statement is no money of ours, and an absurd one must leave every page readable.
 */
export const statedToJson = (amount: bigint): number =>
  Number(amount > JSON_MAX ? JSON_MAX : amount < -JSON_MAX ? -JSON_MAX : amount);
