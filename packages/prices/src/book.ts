/**
 * The published prices that this process knows, and which of them are in force at a given time. Callers pass in changes and times: the book reads no
 * clock. It decides which prices clients are quoted; the database decides at each accept.
 */
import { additionsTo, LIST_PRICE, offeredVersionOf, onTerms, overlaid, type PriceTable } from '@farebox/catalog';
import type { PriceChange, PublishedTable, PublishedTerms } from './published.ts';

/** A price version of quotes, and the prices that it stands for. */
export interface OfferedVersion {
  readonly version: string;
  readonly tableVersion: string;
  readonly termsVersion: string | null;
}

export interface OfferedTo extends OfferedVersion {
  /** The share of list prices, in hundredths of a percent, for tools that no table prices. */
  readonly basisPoints: number;
  readonly table: () => PriceTable;
}

export interface PriceBook {
  /** The last known revision; 0: none. */
  readonly revision: number;
  /** A new book that includes the change. */
  readonly learned: (change: Pick<PriceChange, 'tables' | 'terms'>) => PriceBook;
  /** Null: no known table is in force at that time. */
  readonly offeredTo: (projectId: string, atMs: number) => OfferedTo | null;
  /** Every version that any project may be quoted at that time or later. */
  readonly versions: (atMs: number) => readonly OfferedVersion[];
}

interface Known {
  readonly revision: number;
  readonly tables: ReadonlyMap<string, PublishedTable>;
  /** By project, then by version. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<string, PublishedTerms>>;
}

const NOTHING: Known = { revision: 0, tables: new Map(), terms: new Map() };

/** @param code the prices of this program, for tools that a published table does not name. */
export const createPriceBook = (code: PriceTable['tools']): PriceBook => bookOf(NOTHING, code);

function bookOf(known: Known, code: PriceTable['tools']): PriceBook {
  // The version of a table with terms needs a digest, and every request asks for it, so it is cached.
  const offers = new Map<string, OfferedTo>();
  function offeredBy(table: PublishedTable, own: PublishedTerms | null): OfferedTo {
    const name = `${table.version} ${own?.version ?? ''}`;
    const found = offers.get(name) ?? offered(table, own, code);
    offers.set(name, found);
    return found;
  }
  return {
    revision: known.revision,
    learned: (change) => bookOf(withChange(known, change), code),
    offeredTo: (projectId, atMs) => {
      const table = inForce(known.tables, atMs);
      const own = known.terms.get(projectId);
      return table === null ? null : offeredBy(table, own === undefined ? null : inForce(own, atMs));
    },
    versions: (atMs) => {
      const tables = [...known.tables.values()].filter((each) => isAhead(each, atMs));
      const terms = [...known.terms.values()].flatMap((own) => [...own.values()].filter((each) => isAhead(each, atMs)));
      return tables.flatMap((table) => [null, ...terms].map((own) => offeredBy(table, own)));
    },
  };
}

function withChange(known: Known, { tables, terms }: Pick<PriceChange, 'tables' | 'terms'>): Known {
  const allTerms = new Map(known.terms);
  for (const each of terms) allTerms.set(each.projectId, new Map(allTerms.get(each.projectId)).set(each.version, each));
  return {
    revision: Math.max(known.revision, ...[...tables, ...terms].map(({ revision }) => revision)),
    tables: new Map([...known.tables, ...tables.map((each) => [each.version, each] as const)]),
    terms: allTerms,
  };
}

interface Period {
  readonly effectiveMs: number;
  readonly supersededMs: number | null;
  readonly isCancelled: boolean;
}

const isAhead = ({ supersededMs, isCancelled }: Period, atMs: number): boolean =>
  !isCancelled && (supersededMs === null || supersededMs > atMs);

function inForce<P extends Period>(published: ReadonlyMap<string, P>, atMs: number): P | null {
  for (const each of published.values()) if (isAhead(each, atMs) && each.effectiveMs <= atMs) return each;
  return null;
}

function offered(
  { version, prices }: PublishedTable,
  own: PublishedTerms | null,
  code: PriceTable['tools'],
): OfferedTo {
  const terms = own?.terms ?? null;
  const termsVersion = own === null || terms === null ? null : own.version;
  const additions = additionsTo(prices.tools, code);
  return {
    version: offeredVersionOf({ table: version, terms: termsVersion, additions }),
    tableVersion: version,
    termsVersion,
    basisPoints: terms?.basisPoints ?? LIST_PRICE,
    table: () => {
      const table = { ...prices, tools: overlaid(prices.tools, code) };
      return terms === null ? table : onTerms(terms, table);
    },
  };
}
