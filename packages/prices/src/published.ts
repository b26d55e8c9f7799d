/** Published prices as gateways learn of them. Instants are milliseconds of the database's clock. */
import type { PriceTable, PriceTerms } from '@farebox/catalog';

interface Published {
  readonly version: string;
  readonly revision: number;
  readonly effectiveMs: number;
  /** Null: nothing follows yet. */
  readonly supersededMs: number | null;
  readonly isCancelled: boolean;
}

export interface PublishedTable extends Published {
  readonly prices: PriceTable;
}

export interface PublishedTerms extends Published {
  readonly projectId: string;
  /** Null: the list's prices again. */
  readonly terms: PriceTerms | null;
}

/** What changed after a revision. */
export interface PriceChange {
  /** Of the server: another one may have forgotten revisions. */
  readonly timeline: number;
  /** Of the database's clock. */
  readonly atMs: number;
  readonly tables: readonly PublishedTable[];
  readonly terms: readonly PublishedTerms[];
}

/** A table or terms as administrators see them. */
export interface PublishedPrices<Prices> {
  readonly version: string;
  readonly prices: Prices;
  readonly effectiveAt: Date;
  readonly supersededAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly publishedAt: Date;
  readonly publishedBy: string;
}
