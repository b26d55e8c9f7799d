/** What stands in the price table: text only, so that its digest is the version. */
import type { Unit } from '@farebox/contract';

export interface PriceEntry {
  /** The least a successful execution is charged. */
  readonly minimumChargeMicros: string;
  /** What one unit costs. */
  readonly unitPriceMicros: string;
  readonly description: string;
}

export interface ToolPrices extends PriceEntry {
  readonly unit: Unit;
  /** Prices by model. A tool with models shows its lowest amounts as its own. */
  readonly models: Readonly<Record<string, PriceEntry>>;
}

export interface PriceTable {
  /** The day these prices took effect, in UTC. */
  readonly date: string;
  /** Told apart from the same prices of the same day; left out: the first. */
  readonly edition?: number;
  readonly tools: Readonly<Record<string, ToolPrices>>;
}
