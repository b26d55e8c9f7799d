/** The pricing version: a date and a digest of the whole table, so that a changed price cannot keep its version. */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invariant } from '@tollgate/kernel';
import type { PriceTable } from './entry.ts';

/** `YYYY-MM-DD.<8 hex>`: the table's date and the start of the SHA-256 of its canonical JSON (RFC 8785). */
export function priceVersionOf(table: PriceTable): string {
  const text = canonicalize(table);
  invariant(text !== undefined, 'the price table is JSON');
  return `${table.date}.${hash('sha256', text).slice(0, 8)}`;
}
