/** The price version: a date and a digest of the whole table, so changed prices cannot keep their version. */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invariant } from '@farebox/kernel';
import type { PriceTable } from './entry.ts';
import type { PriceTerms } from './terms.ts';

/** `YYYY-MM-DD.<8 hex>`: the table's date and the start of the SHA-256 of its canonical JSON (RFC 8785). */
export const priceVersionOf = (table: PriceTable | PriceTerms): string => `${table.date}.${digestOf(table)}`;

export interface OfferedPrices {
  /** Version of the published table. */
  readonly table: string;
  /** Version of a project's own terms; null if the prices of the table apply. */
  readonly terms: string | null;
  /** Entries of the code that the table does not name. */
  readonly additions: PriceTable['tools'];
}

/** The version that clients see in quotes: that of the table, unless something else also decides a price. */
export function offeredVersionOf({ table, terms, additions }: OfferedPrices): string {
  const isWhole = Object.keys(additions).length === 0;
  if (terms === null && isWhole) return table;
  const [tableDate, termsDate] = [dateOf(table), terms === null ? '' : dateOf(terms)];
  return `${tableDate > termsDate ? tableDate : termsDate}.${digestOf([table, terms, additions])}`;
}

const dateOf = (version: string): string => version.slice(0, 10);

export function digestOf(value: unknown): string {
  const text = canonicalize(value);
  invariant(text !== undefined, 'prices are JSON');
  return hash('sha256', text).slice(0, 8);
}
