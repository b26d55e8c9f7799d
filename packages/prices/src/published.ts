/** Published prices as gateways read them. Times are milliseconds of the database's clock. */
import type { PriceTable, PriceTerms } from '@farebox/catalog';

interface Published {
  readonly version: string;
  readonly revision: number;
  readonly effectiveMs: number;
  /** Null: no later table is known. */
  readonly supersededMs: number | null;
  readonly isCancelled: boolean;
}

export interface PublishedTable extends Published {
  readonly prices: PriceTable;
}

export interface PublishedTerms extends Published {
  readonly projectId: string;
  /** Null: list prices again. */
  readonly terms: PriceTerms | null;
}

/** The changes after a revision. */
export interface PriceChange {
  /** The timeline of the server: a server on another timeline may have lost revisions. */
  readonly timeline: number;
  /** By the database's clock. */
  readonly atMs: number;
  readonly tables: readonly PublishedTable[];
  readonly terms: readonly PublishedTerms[];
}

/** A price table, or price terms, as administrators see them. */
export interface PublishedPrices<Prices> {
  readonly version: string;
  readonly prices: Prices;
  readonly effectiveAt: Date;
  readonly supersededAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly publishedAt: Date;
  readonly publishedBy: string;
}
