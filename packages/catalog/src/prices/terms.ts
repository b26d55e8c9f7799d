/** The price terms of one project: a share of every list price, prices of its own, or both. */
import { divFloor } from '@farebox/kernel';
import { withAmounts } from './dollars.ts';
import type { PriceEntry, PriceTable, ToolPrices } from './entry.ts';
import { overlaid } from './overlay.ts';

export interface PriceTerms {
  /** The day these terms took effect, in UTC. */
  readonly date: string;
  /** Distinguishes terms with the same content and date; omitted for the first. */
  readonly edition?: number;
  /** Hundredths of a percent of the list price: 8750 is 87.5 %. */
  readonly basisPoints: number;
  /** Prices of the project's own: whole entries in micro-USD, to which `basisPoints` does not apply. */
  readonly tools: PriceTable['tools'];
}

/** 100 % of the list price. */
export const LIST_PRICE = 10_000;

/** Whether the terms equal the list prices. */
export const areListPrices = ({ basisPoints, tools }: Omit<PriceTerms, 'date'>): boolean =>
  basisPoints === LIST_PRICE && Object.keys(tools).length === 0;

/** The table at these terms. */
export function onTerms({ basisPoints, tools }: Omit<PriceTerms, 'date'>, table: PriceTable): PriceTable {
  const parts = Object.entries(table.tools).map(([name, prices]) => [name, partOfTool(prices, basisPoints)] as const);
  return { ...table, tools: overlaid(tools, Object.fromEntries(parts)) };
}

const partOfTool = ({ models, ...own }: ToolPrices, basisPoints: number): ToolPrices => ({
  ...own,
  ...partOf(own, basisPoints),
  models: Object.fromEntries(
    Object.entries(models).map(([name, entry]) => [name, partOf(entry, basisPoints)] as const),
  ),
});

/** Rounds down in favour of the customer, but never to zero. */
export function partOfAmount(micros: bigint, basisPoints: number): bigint {
  const part = divFloor(micros * BigInt(basisPoints), BigInt(LIST_PRICE));
  return part === 0n && micros > 0n ? 1n : part;
}

function partOf(entry: PriceEntry, basisPoints: number): PriceEntry {
  const change = (micros: bigint): bigint => partOfAmount(micros, basisPoints);
  return {
    minimumChargeMicros: String(change(BigInt(entry.minimumChargeMicros))),
    unitPriceMicros: String(change(BigInt(entry.unitPriceMicros))),
    description: withAmounts(entry.description, change),
  };
}
