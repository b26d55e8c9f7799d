/** Publishes, cancels and lists price terms of projects, inside the transaction of an act, by the rules of tables. */
import {
  areListPrices,
  changeProblems,
  entryProblems,
  type Meant,
  onTerms,
  overlaid,
  type PriceTable,
  type PriceTerms,
  priceVersionOf,
} from '@farebox/catalog';
import { AppError, notFound } from '@farebox/contract';
import { Prisma, type Transaction } from '@farebox/db';
import type { PublishedPrices } from '../published.ts';
import { dayOf, effectiveInstant, lockPrices, type Reader, refuseAny, unusedEdition } from './publishing.ts';
import { tableInForce } from './tables.ts';

export interface TermsProposal extends Meant {
  readonly projectId: string;
  readonly basisPoints: number;
  readonly tools: PriceTable['tools'];
  /** Null: in two seconds. */
  readonly effectiveAt: Date | null;
  readonly by: string;
  /** The prices of this program. */
  readonly code: PriceTable['tools'];
}

/** Null: list prices again. */
type Terms = PublishedPrices<PriceTerms | null>;

interface Change {
  /** The terms that were in force before the change. */
  readonly before: Terms | null;
  readonly after: Terms;
}

/** Throws `invalid_request` or `price_instant_taken`. */
export async function publishTerms(transaction: Transaction, proposal: TermsProposal): Promise<Change> {
  const { projectId, basisPoints, tools, code, by } = proposal;
  refuseAny(entryProblems(tools, code, { isWhole: false }));
  const effectiveAt = await effectiveInstant(transaction, proposal.effectiveAt, (at) =>
    versionAt(transaction, projectId, at),
  );
  const before = await termsInForce(transaction, { projectId, at: effectiveAt });
  const list = await listAt(transaction, effectiveAt, code);
  const until = before?.prices ? onTerms(before.prices, list) : list;
  refuseAny(changeProblems(until.tools, onTerms({ basisPoints, tools }, list).tools, proposal));
  const terms = await unusedEdition<PriceTerms>({ date: dayOf(effectiveAt), basisPoints, tools }, (each) =>
    isKnown(transaction, projectId, each),
  );
  const version = priceVersionOf(terms);
  const kept = areListPrices(terms) ? null : JSON.stringify(terms);
  await transaction.$executeRaw`
    SELECT project_price_terms_publish(${projectId}, ${version}, ${kept}::jsonb, ${effectiveAt.toISOString()}::timestamptz, ${by})`;
  const [after] = await termsWhere(transaction, Prisma.sql`project_id = ${projectId} AND version = ${version}`);
  return { before, after: after as Terms };
}

/** Throws `not_found`, or `price_change_begun` if it is too late to cancel. */
export async function cancelTerms(transaction: Transaction, projectId: string, version: string): Promise<Change> {
  await lockPrices(transaction);
  const one = Prisma.sql`project_id = ${projectId} AND version = ${version}`;
  const [before] = await termsWhere(transaction, one);
  if (before === undefined) throw notFound('price_version');
  const [row] = await transaction.$queryRaw<{ done: boolean }[]>`
    SELECT project_price_terms_cancel(${projectId}, ${version}) AS done`;
  if (row?.done !== true) throw new AppError('price_change_begun');
  const [after] = await termsWhere(transaction, one);
  return { before, after: after as Terms };
}

export interface TermsPage {
  readonly projectId: string;
  /** The last version of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Sorted by effective time, latest first. */
export function listTerms(reader: Reader, { projectId, before, limit }: TermsPage): Promise<Terms[]> {
  const older = Prisma.sql`(effective_at, version) < (
    SELECT t.effective_at, t.version FROM project_price_terms AS t WHERE t.project_id = ${projectId} AND t.version = ${before})`;
  const shown = before === undefined ? Prisma.sql`true` : older;
  return termsWhere(
    reader,
    Prisma.sql`project_id = ${projectId} AND ${shown} ORDER BY effective_at DESC, version DESC LIMIT ${limit}`,
  );
}

/** The prices of each project for a given list, by the terms that are in force for it now. */
export async function pricesOnTerms(
  reader: Reader,
  projectIds: readonly string[],
  list: PriceTable,
): Promise<(projectId: string) => PriceTable['tools']> {
  const rows = await reader.$queryRaw<{ projectId: string; terms: PriceTerms }[]>`
    SELECT project_id AS "projectId", terms FROM project_price_terms
     WHERE project_id = ANY (${[...new Set(projectIds)]}) AND terms IS NOT NULL AND cancelled_at IS NULL
       AND effective_at <= statement_timestamp() AND coalesce(superseded_at > statement_timestamp(), true)`;
  const own = new Map(rows.map(({ projectId, terms }) => [projectId, onTerms(terms, list).tools] as const));
  return (projectId) => own.get(projectId) ?? list.tools;
}

async function termsInForce(
  reader: Reader,
  { projectId, at }: { readonly projectId: string; readonly at: Date },
): Promise<Terms | null> {
  const instant = Prisma.sql`${at.toISOString()}::timestamptz`;
  const [terms] = await termsWhere(
    reader,
    Prisma.sql`project_id = ${projectId} AND cancelled_at IS NULL AND effective_at <= ${instant} AND coalesce(superseded_at > ${instant}, true)`,
  );
  return terms ?? null;
}

/** The list prices at that time. */
async function listAt(reader: Reader, at: Date, code: PriceTable['tools']): Promise<PriceTable> {
  const table = (await tableInForce(reader, at))?.prices ?? { date: dayOf(at), tools: code };
  return { ...table, tools: overlaid(table.tools, code) };
}

async function versionAt(transaction: Transaction, projectId: string, at: Date): Promise<string | null> {
  const [terms] = await termsWhere(
    transaction,
    Prisma.sql`project_id = ${projectId} AND cancelled_at IS NULL AND effective_at = ${at.toISOString()}::timestamptz`,
  );
  return terms?.version ?? null;
}

const isKnown = async (transaction: Transaction, projectId: string, terms: PriceTerms): Promise<boolean> => {
  const known = await transaction.$queryRaw<unknown[]>`
    SELECT version FROM project_price_terms WHERE project_id = ${projectId} AND version = ${priceVersionOf(terms)}`;
  return known.length > 0;
};

const termsWhere = (reader: Reader, where: Prisma.Sql): Promise<Terms[]> =>
  reader.$queryRaw<Terms[]>`
    SELECT version, terms AS prices, effective_at AS "effectiveAt", superseded_at AS "supersededAt", cancelled_at AS "cancelledAt",
           published_at AS "publishedAt", published_by AS "publishedBy" FROM project_price_terms WHERE ${where}`;
