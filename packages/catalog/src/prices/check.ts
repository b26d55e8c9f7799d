/**
 * Checks of prices before they are published. Every tool and model must have a price, in the unit in which it is
 * measured, and a text that names the same amounts. A change by more than a factor of two must be confirmed. Pure: all
 * problems are reported at once.
 */
import type { FieldProblems } from '@farebox/contract';
import { amountsIn } from './dollars.ts';
import type { PriceEntry, PriceTable, ToolPrices } from './entry.ts';
import { lowestOf } from './overlay.ts';

type Tools = PriceTable['tools'];
type Problem = readonly [pointer: string, reason: string];

/** A higher amount is more likely a misplaced decimal point than a price: 1,000 USD a unit. */
const AMOUNT_MAX = 1_000_000_000n;
const PROBLEMS_MAX = 50;

/** Problems of a whole table, or of the entries of a project, which may omit tools. `code` is the table of this program. */
export function entryProblems(proposed: Tools, code: Tools, { isWhole }: { readonly isWhole: boolean }): FieldProblems {
  const missing = isWhole ? Object.keys(code).filter((name) => proposed[name] === undefined) : [];
  return told([
    ...missing.map((name) => [at(name), 'has no price'] as const),
    ...Object.entries(proposed).flatMap(([name, prices]) => toolProblems(at(name), prices, code[name])),
  ]);
}

const at = (...path: readonly string[]): string => ['/tools', ...path.map(escaped)].join('/');
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

function toolProblems(pointer: string, prices: ToolPrices, code: ToolPrices | undefined): Problem[] {
  if (code === undefined) return [[pointer, 'is not a known tool']];
  const models = Object.entries(prices.models);
  const missing = Object.keys(code.models).filter((model) => prices.models[model] === undefined);
  return [
    ...(prices.unit === code.unit
      ? []
      : [[`${pointer}/unit`, `must be the unit of measurement: ${code.unit}`] as const]),
    ...missing.map((model) => [`${pointer}/models/${escaped(model)}`, 'has no price'] as const),
    ...models.flatMap(([model, entry]) => {
      const part = `${pointer}/models/${escaped(model)}`;
      return code.models[model] === undefined
        ? [[part, 'is not a model of this tool'] as const]
        : amountProblems(part, entry);
    }),
    ...amountProblems(pointer, prices),
    ...(models.length === 0 || missing.length > 0 ? [] : lowestProblems(pointer, prices)),
  ];
}

function amountProblems(pointer: string, entry: PriceEntry): Problem[] {
  const [least, each] = [BigInt(entry.minimumChargeMicros), BigInt(entry.unitPriceMicros)];
  const others = amountsIn(entry.description).filter((amount) => amount !== least && amount !== each);
  return [
    ...(least >= 1n && least <= AMOUNT_MAX
      ? []
      : [[`${pointer}/minimumChargeMicros`, `must be 1 to ${AMOUNT_MAX}`] as const]),
    ...(each >= 0n && each <= AMOUNT_MAX
      ? []
      : [[`${pointer}/unitPriceMicros`, `must be 0 to ${AMOUNT_MAX}`] as const]),
    ...(others.length === 0
      ? []
      : [[`${pointer}/description`, 'names an amount that is neither the price nor the minimum'] as const]),
  ];
}

function lowestProblems(pointer: string, prices: ToolPrices): Problem[] {
  const lowest = lowestOf(Object.values(prices.models));
  return (['minimumChargeMicros', 'unitPriceMicros'] as const).flatMap((field) =>
    BigInt(prices[field]) === BigInt(lowest[field])
      ? []
      : [[`${pointer}/${field}`, `must be the lowest amount of its models: ${lowest[field]}`] as const],
  );
}

export interface Meant {
  /** Whether a change of an amount to more than twice or less than half is intended. */
  readonly isConfirmed: boolean;
  /** Tools whose unit is changed on purpose. */
  readonly unitChanges: readonly string[];
}

/** Problems of a change from the current prices to new ones. */
export function changeProblems(before: Tools, after: Tools, meant: Meant): FieldProblems {
  return told(
    Object.entries(after).flatMap(([name, prices]) => {
      const old = before[name];
      if (old === undefined) return [];
      if (old.unit !== prices.unit)
        return meant.unitChanges.includes(name)
          ? []
          : [[`${at(name)}/unit`, `changes from ${old.unit}: list the tool in unitChanges to confirm`] as const];
      if (meant.isConfirmed) return [];
      const models = Object.entries(prices.models).flatMap(([model, entry]) =>
        leapProblems(at(name, 'models', model), old.models[model], entry),
      );
      return models.length > 0 ? models : leapProblems(at(name), old, prices);
    }),
  );
}

function leapProblems(pointer: string, before: PriceEntry | undefined, after: PriceEntry): Problem[] {
  if (before === undefined) return [];
  return (['minimumChargeMicros', 'unitPriceMicros'] as const).flatMap((field) => {
    const [old, now] = [BigInt(before[field]), BigInt(after[field])];
    return now <= 2n * old && old <= 2n * now
      ? []
      : [[`${pointer}/${field}`, `changes from ${old} to ${now}, by more than a factor of 2: confirm it`] as const];
  });
}

const told = (problems: readonly Problem[]): FieldProblems => Object.fromEntries(problems.slice(0, PROBLEMS_MAX));
