/** The price of one tool, or of one model of it, as amounts. */
import type { Unit } from '@farebox/contract';
import { type Micros, invariant, micros } from '@farebox/kernel';
import type { PriceTable } from './entry.ts';

export interface Price {
  readonly minimumChargeMicros: Micros;
  readonly unit: Unit;
  readonly unitPriceMicros: Micros;
  readonly description: string;
}

/** @param model null for the tool itself. A tool or model without a price is a defect of the catalog. */
export function priceOf(table: PriceTable, tool: string, model: string | null): Price {
  const prices = table.tools[tool];
  invariant(prices !== undefined, `the price table has ${tool}`);
  const entry = model === null ? prices : prices.models[model];
  invariant(entry !== undefined, `the price table has ${tool}/${model}`);
  return {
    minimumChargeMicros: micros(entry.minimumChargeMicros),
    unit: prices.unit,
    unitPriceMicros: micros(entry.unitPriceMicros),
    description: entry.description,
  };
}
