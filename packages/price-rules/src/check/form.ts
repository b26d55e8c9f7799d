/** Reads the form of a whole price: its members, amounts and units. Limits of arguments come later. */
import { below } from '../pointer.ts';
import { ON_FAILURE, type Price } from '../rule.ts';
import { readAmount, REPORTED, UNIT } from './amounts.ts';
import type { Problems } from './problems.ts';
import { checkMembers, isObject, readExpr } from './shape.ts';

export const UNITS = '/units';

const MEMBERS = [
  'unit',
  'unitPriceMicros',
  'minimumChargeMicros',
  'units',
  'onFailure',
] as const satisfies readonly (keyof Price)[];

/** Whether a value has the form of a price. Adds each problem. */
export function hasForm(price: unknown, problems: Problems): price is Price {
  if (!isObject(price)) {
    problems.add('', `must be an object with ${MEMBERS.join(', ')}`);
    return false;
  }
  checkMembers(price, MEMBERS, { at: '', problems });
  const { unit, unitPriceMicros, minimumChargeMicros, units, onFailure } = price;
  if (typeof unit !== 'string' || !UNIT.test(unit))
    problems.add('/unit', 'must be 1 to 40 lower-case letters, digits, spaces and hyphens, such as "megapixel"');
  readAmount(unitPriceMicros, '/unitPriceMicros', { least: 0, problems });
  readAmount(minimumChargeMicros, '/minimumChargeMicros', { least: 1, problems });
  readQuantity(units, problems);
  if (!ON_FAILURE.some((word) => word === onFailure))
    problems.add('/onFailure', `must be one of ${ON_FAILURE.map((word) => `"${word}"`).join(', ')}`);
  return problems.isEmpty;
}

function readQuantity(units: unknown, problems: Problems): void {
  if (!isObject(units) || !(Object.hasOwn(units, 'ceil') || Object.hasOwn(units, 'reported')))
    return problems.add(UNITS, 'must be { "ceil": … }, or { "reported": name, "max": … }');
  const isReported = Object.hasOwn(units, 'reported');
  const names = isReported ? ['reported', 'max'] : ['ceil'];
  checkMembers(units, names, { at: UNITS, problems });
  const { reported } = units;
  if (isReported && (typeof reported !== 'string' || !REPORTED.test(reported)))
    problems.add(below(UNITS, 'reported'), 'must be a name of letters and digits, such as "tokens"');
  const bounded = isReported ? 'max' : 'ceil';
  if (Object.hasOwn(units, bounded)) readExpr(units[bounded], below(UNITS, bounded), problems);
}
