/** Reads the words and amounts of a price. */
import { isObject, checkMembers, readPointer, readTable } from './shape.ts';
import { below } from '../pointer.ts';
import type { Amount } from '../rule.ts';
import { choiceLimits } from '../schema/limits.ts';
import { resolved } from '../schema/resolve.ts';
import type { Problems } from './problems.ts';

/** 1,000 USD. A higher amount is more likely a misplaced decimal point than a price. */
export const AMOUNT_MAX = 1_000_000_000;
/** Such as `megapixel-second` and `100 characters`. It is a line of a bill. */
export const UNIT = /^[a-z0-9][a-z0-9 -]{0,39}$/;
/** The name under which a program reports its units. */
export const REPORTED = /^[a-z][A-Za-z0-9]{0,39}$/;

/** @param least 1 for a minimum charge: a paid call costs something. */
export function readAmount(
  value: unknown,
  at: string,
  { least, problems }: { least: 0 | 1; problems: Problems },
): void {
  if (!isObject(value)) return readMicros(value, at, { least, problems });
  checkMembers(value, ['lookup', 'table'], { at, problems });
  if (Object.hasOwn(value, 'lookup')) readPointer(value['lookup'], below(at, 'lookup'), problems);
  if (!Object.hasOwn(value, 'table')) return;
  const table = value['table'];
  readTable(table, below(at, 'table'), problems);
  if (!isObject(table)) return;
  for (const [word, micros] of Object.entries(table))
    readMicros(micros, below(below(at, 'table'), word), { least, problems });
}

function readMicros(value: unknown, at: string, { least, problems }: { least: 0 | 1; problems: Problems }): void {
  if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > AMOUNT_MAX)
    problems.add(at, `must be a whole number of micro-USD, ${least} to ${AMOUNT_MAX}`);
}

/** Checks an amount of the right form: a call must have exactly one. */
export function checkAmount(amount: Amount, at: string, { schema, problems }: { schema: unknown; problems: Problems }) {
  if (typeof amount === 'number') return;
  const place = resolved(schema, amount.lookup, new Set());
  if (!place.ok) return problems.add(at, place.problem);
  if (!place.isSure)
    return problems.add(
      at,
      'may be absent: list the argument in "required", or give it a "default" in the input schema',
    );
  const limits = choiceLimits(place.schema, amount.table);
  if ('problem' in limits) problems.add(at, limits.problem);
}

/** The highest amount of any call. */
export const highestOf = (amount: Amount): bigint =>
  BigInt(typeof amount === 'number' ? amount : Math.max(...Object.values(amount.table)));
