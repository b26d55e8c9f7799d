/** Reads the price of a manifest, in a unit of the contract. */
import { UNITS } from '@farebox/contract';
import { isObject, type PriceRule, type Problems, readPrice } from '@farebox/price-rules';
import type { FileRule, ManifestUnit } from './manifest.ts';

const AT = '/price';

/** Lines of a bill, not units of work. */
const OWN_UNITS: readonly string[] = ['step', 'call', 'minimum'];
const UNIT_WORDS = Object.keys(UNITS).filter((unit) => !OWN_UNITS.includes(unit));

/** @returns null if there is a problem. @param input and files: from the manifest, checked or not. */
export function readManifestPrice(
  { price, input, files }: Readonly<Record<string, unknown>>,
  problems: Problems,
): PriceRule | null {
  if (price === undefined) return null;
  if (isObject(price) && typeof price['unit'] === 'string' && !isUnit(price['unit']))
    problems.add(`${AT}/unit`, `must be one of ${UNIT_WORDS.map((unit) => `"${unit}"`).join(', ')}`);
  const rules = isObject(files) ? (files as Readonly<Record<string, FileRule>>) : {};
  const read = readPrice(price, { inputSchema: input, files: rules });
  if (read.ok) return read.rule;
  for (const [pointer, problem] of Object.entries(read.problems)) problems.add(AT + pointer, problem);
  return null;
}

const isUnit = (unit: unknown): unit is ManifestUnit => UNIT_WORDS.some((word) => word === unit);
