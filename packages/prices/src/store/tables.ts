/** Publishes, cancels and lists price tables, inside the transaction of an act. A refusal lists every problem and changes nothing. */
import { changeProblems, entryProblems, type Meant, overlaid, type PriceTable, priceVersionOf } from '@farebox/catalog';
import { AppError, notFound } from '@farebox/contract';
import { Prisma, type Transaction } from '@farebox/db';
import type { PublishedPrices } from '../published.ts';
import { dayOf, effectiveInstant, lockPrices, type Reader, refuseAny, unusedEdition } from './publishing.ts';

export interface TableProposal extends Meant {
  readonly tools: PriceTable['tools'];
  /** Null: as soon as every gateway knows, in two seconds. */
  readonly effectiveAt: Date | null;
  readonly by: string;
  /** The prices of this program. */
  readonly code: PriceTable['tools'];
}

type Table = PublishedPrices<PriceTable>;

interface Change {
  /** The table that was in force before the change. */
  readonly before: Table | null;
  readonly after: Table;
}

/** Throws `invalid_request` or `price_instant_taken`. */
export async function publishTable(transaction: Transaction, proposal: TableProposal): Promise<Change> {
  const { tools, code, by } = proposal;
  refuseAny(entryProblems(tools, code, { isWhole: true }));
  const effectiveAt = await effectiveInstant(transaction, proposal.effectiveAt, (at) => versionAt(transaction, at));
  const before = await tableInForce(transaction, effectiveAt);
  // Compares with the prices until then, which include the code's prices of tools that the table does not name.
  if (before !== null) refuseAny(changeProblems(overlaidOf(before, code), tools, proposal));
  const table = await unusedEdition<PriceTable>({ date: dayOf(effectiveAt), tools }, (each) =>
    isKnown(transaction, each),
  );
  const version = priceVersionOf(table);
  await transaction.$executeRaw`
    SELECT price_table_publish(${version}, ${JSON.stringify(table)}::jsonb, ${effectiveAt.toISOString()}::timestamptz, ${by})`;
  const [after] = await tablesWhere(transaction, Prisma.sql`version = ${version}`);
  return { before, after: after as Table };
}

/** Keeps the table's unit of each tool, so that a change of the unit is detected. */
const overlaidOf = ({ prices }: Table, code: PriceTable['tools']): PriceTable['tools'] => ({
  ...overlaid(prices.tools, code),
  ...Object.fromEntries(Object.entries(prices.tools).filter(([name, { unit }]) => code[name]?.unit !== unit)),
});

/** Throws `not_found`, or `price_change_begun` if it is too late to cancel. */
export async function cancelTable(transaction: Transaction, version: string): Promise<Change> {
  await lockPrices(transaction);
  const [before] = await tablesWhere(transaction, Prisma.sql`version = ${version}`);
  if (before === undefined) throw notFound('price_version');
  const [row] = await transaction.$queryRaw<{ done: boolean }[]>`SELECT price_table_cancel(${version}) AS done`;
  if (row?.done !== true) throw new AppError('price_change_begun');
  const [after] = await tablesWhere(transaction, Prisma.sql`version = ${version}`);
  return { before, after: after as Table };
}

/** The published table that is in force at a given time. */
export async function tableInForce(reader: Reader, at: Date): Promise<Table | null> {
  const instant = Prisma.sql`${at.toISOString()}::timestamptz`;
  const [table] = await tablesWhere(
    reader,
    Prisma.sql`cancelled_at IS NULL AND effective_at <= ${instant} AND coalesce(superseded_at > ${instant}, true)`,
  );
  return table ?? null;
}

export interface TablePage {
  /** The last version of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Sorted by effective time, latest first. */
export function listTables(reader: Reader, { before, limit }: TablePage): Promise<Table[]> {
  const older = Prisma.sql`(effective_at, version) < (SELECT t.effective_at, t.version FROM price_table AS t WHERE t.version = ${before})`;
  const shown = before === undefined ? Prisma.sql`true` : older;
  return tablesWhere(reader, Prisma.sql`${shown} ORDER BY effective_at DESC, version DESC LIMIT ${limit}`);
}

export async function findTable(reader: Reader, version: string): Promise<Table | null> {
  const [table] = await tablesWhere(reader, Prisma.sql`version = ${version}`);
  return table ?? null;
}

/** The table in force now, by the database's clock. */
export async function currentTable(reader: Reader): Promise<Table | null> {
  const [row] = await reader.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return row === undefined ? null : await tableInForce(reader, row.now);
}

async function versionAt(transaction: Transaction, at: Date): Promise<string | null> {
  const [table] = await tablesWhere(
    transaction,
    Prisma.sql`cancelled_at IS NULL AND effective_at = ${at.toISOString()}::timestamptz`,
  );
  return table?.version ?? null;
}

const isKnown = async (transaction: Transaction, table: PriceTable): Promise<boolean> => {
  const known = await transaction.$queryRaw<
    unknown[]
  >`SELECT version FROM price_version WHERE version = ${priceVersionOf(table)}`;
  return known.length > 0;
};

const tablesWhere = (reader: Reader, where: Prisma.Sql): Promise<Table[]> =>
  reader.$queryRaw<Table[]>`
    SELECT version, prices, effective_at AS "effectiveAt", superseded_at AS "supersededAt", cancelled_at AS "cancelledAt",
           published_at AS "publishedAt", published_by AS "publishedBy" FROM price_table WHERE ${where}`;
