/** Entries of the price table: text only, so that the digest of the table is its version. */
import type { Unit } from '@farebox/contract';

export interface PriceEntry {
  /** The minimum charge of a successful execution. */
  readonly minimumChargeMicros: string;
  /** The price of one unit. */
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
  /** Distinguishes tables with the same prices and date; omitted for the first. */
  readonly edition?: number;
  readonly tools: Readonly<Record<string, ToolPrices>>;
}
