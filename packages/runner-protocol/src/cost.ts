/** Amounts are decimal text, because a JSON number would be read as a float. */
import { RUNNER_LIMITS } from './limits.ts';
import type { Json, RunCost } from './messages.ts';
import { isObject, isText } from './read-json.ts';

const USD = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,12})?$/;

/** Null unless `usd` is a decimal text of at least 0. A statement that is no short text is left out. */
export function costOf(value: Json | undefined): RunCost | null {
  const usd = isObject(value) ? value['usd'] : undefined;
  if (!isUsd(usd)) return null;
  const statement = (value as { readonly statement?: Json }).statement;
  return isText(statement, RUNNER_LIMITS.statementCharacters) ? { usd, statement } : { usd };
}

export const isUsd = (value: Json | undefined): value is string => typeof value === 'string' && USD.test(value);

const MICROS_DIGITS = 6;

/** @param micros micro-USD, at least 0. @returns US dollars, such as `0.001600`. */
export function usdText(micros: bigint): string {
  const digits = micros.toString().padStart(MICROS_DIGITS + 1, '0');
  return `${digits.slice(0, -MICROS_DIGITS)}.${digits.slice(-MICROS_DIGITS)}`;
}
