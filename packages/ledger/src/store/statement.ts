/** The statement of a UTC month, computed from the transfers alone, and the transfers that it consists of. */
import { type Database, Prisma } from '@farebox/db';
import { invariant } from '@farebox/kernel';

/** In micro-USD. Balances include the available amount and the amount on hold. */
export interface Statement {
  readonly openingMicros: bigint;
  readonly toppedUpMicros: bigint;
  readonly creditedMicros: bigint;
  /** Negative: more was taken than given. */
  readonly adjustedMicros: bigint;
  readonly refundedMicros: bigint;
  readonly chargedMicros: bigint;
  /** Opening + topped up + credited + adjusted + refunded − charged. */
  readonly closingMicros: bigint;
  /** The part of the closing balance that was on hold at the end of the month, or is on hold now. */
  readonly heldMicros: bigint;
}

export interface ToolTotal {
  readonly tool: string;
  readonly executions: number;
  readonly chargedMicros: bigint;
}

export interface StatementLine {
  /** The id of the transfer, which increases with time. */
  readonly line: bigint;
  readonly at: Date;
  readonly kind: 'top_up' | 'credit' | 'adjustment' | 'refund' | 'charge';
  /** The change of the balance; negative: taken. */
  readonly amountMicros: bigint;
  /** The charged or refunded execution. */
  readonly executionId: string | null;
  readonly tool: string | null;
  readonly reference: string | null;
}

export interface StatementOf {
  readonly projectId: string;
  /** `YYYY-MM`. */
  readonly month: string;
}

const begins = (month: string): Prisma.Sql => Prisma.sql`(${`${month}-01`}::date::timestamp AT TIME ZONE 'UTC')`;
const ends = (month: string): Prisma.Sql =>
  Prisma.sql`((${`${month}-01`}::date + interval '1 month') AT TIME ZONE 'UTC')`;

/** Reads all transfers of the project up to the end of the month. */
export async function readStatement(database: Database, { projectId, month }: StatementOf): Promise<Statement> {
  const [row] = await database.rows<Statement>(Prisma.sql`
    WITH moved AS (
      SELECT t.kind, t.amount_micros AS amount, t.created_at >= ${begins(month)} AS is_in,
             CASE 'funding' WHEN t.debit THEN t.amount_micros WHEN t.credit THEN -t.amount_micros ELSE 0 END AS funded,
             CASE t.credit WHEN 'spent' THEN t.amount_micros ELSE 0 END AS charged,
             CASE 'held' WHEN t.credit THEN t.amount_micros WHEN t.debit THEN -t.amount_micros ELSE 0 END AS held
      FROM ledger_transfer AS t WHERE t.project_id = ${projectId} AND t.created_at < ${ends(month)}
    )
    SELECT coalesce(sum(funded - charged) FILTER (WHERE NOT is_in), 0)::bigint AS "openingMicros",
           coalesce(sum(funded) FILTER (WHERE is_in AND kind = 'top_up'), 0)::bigint AS "toppedUpMicros",
           coalesce(sum(funded) FILTER (WHERE is_in AND kind = 'credit'), 0)::bigint AS "creditedMicros",
           coalesce(sum(funded) FILTER (WHERE is_in AND kind = 'adjustment'), 0)::bigint AS "adjustedMicros",
           coalesce(sum(funded) FILTER (WHERE is_in AND kind = 'refund'), 0)::bigint AS "refundedMicros",
           coalesce(sum(charged) FILTER (WHERE is_in), 0)::bigint AS "chargedMicros",
           coalesce(sum(funded - charged), 0)::bigint AS "closingMicros",
           coalesce(sum(held), 0)::bigint AS "heldMicros"
    FROM moved`);
  invariant(row !== undefined, 'a sum is one row');
  return row;
}

/** The charges by tool, the highest first. */
export async function readToolTotals(
  database: Database,
  { projectId, month }: StatementOf,
): Promise<readonly ToolTotal[]> {
  return await database.rows<ToolTotal>(Prisma.sql`
    SELECT e.tool, count(*)::integer AS executions, sum(t.amount_micros)::bigint AS "chargedMicros"
    FROM ledger_transfer AS t JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
    WHERE t.project_id = ${projectId} AND t.kind = 'settle' AND t.amount_micros > 0
      AND t.created_at >= ${begins(month)} AND t.created_at < ${ends(month)}
    GROUP BY e.tool ORDER BY sum(t.amount_micros) DESC, e.tool`);
}

/** All changes of the balance, newest first. Holds and releases do not change it. */
export async function readStatementLines(
  database: Database,
  {
    projectId,
    month,
    before = null,
    limit,
  }: StatementOf & { readonly before?: number | null | undefined; readonly limit: number },
): Promise<readonly StatementLine[]> {
  return await database.rows<StatementLine>(Prisma.sql`
    SELECT t.id AS line, t.created_at AS at, CASE t.kind WHEN 'settle' THEN 'charge' ELSE t.kind END AS kind,
           CASE t.debit WHEN 'funding' THEN t.amount_micros ELSE -t.amount_micros END AS "amountMicros",
           coalesce(t.execution_id, r.execution_id) AS "executionId", e.tool, t.reference
    FROM ledger_transfer AS t
    LEFT JOIN ledger_refund AS r ON r.project_id = t.project_id AND r.reference = t.reference
    LEFT JOIN execution AS e ON e.project_id = t.project_id AND e.id = coalesce(t.execution_id, r.execution_id)
    WHERE t.project_id = ${projectId} AND t.kind NOT IN ('reserve', 'release') AND t.amount_micros > 0
      AND t.created_at >= ${begins(month)} AND t.created_at < ${ends(month)} AND (${before}::bigint IS NULL OR t.id < ${before}::bigint)
    ORDER BY t.project_id DESC, t.id DESC LIMIT ${limit}::integer`);
}
