/** Bookings without an execution: top-ups, credits, adjustments and refunds, each booked once under its reference. Never changes a transfer. */
import { Prisma, type Transaction } from '@farebox/db';
import { type Micros, invariant, micros } from '@farebox/kernel';

export type FundingKind = 'top_up' | 'credit' | 'adjustment' | 'refund';

export interface Funding {
  readonly projectId: string;
  readonly kind: FundingKind;
  /** Negative: taken from the balance, which only an adjustment may do. */
  readonly amountMicros: bigint;
  /** Identifies the booking in its project. The same booking under the same reference does nothing. */
  readonly reference: string;
  /** The execution of a refund; otherwise null. */
  readonly executionId: string | null;
}

/** Until the end of the transaction nothing of the project is accepted, settled or booked, so that later reads stay true. */
export async function lockAccount(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.$queryRaw(Prisma.sql`SELECT ledger_lock(ARRAY[${projectId}])::text`);
}

/** The booking under a reference; null: none. */
export async function findFunding(
  transaction: Transaction,
  { projectId, reference }: Pick<Funding, 'projectId' | 'reference'>,
): Promise<Funding | null> {
  const [row] = await transaction.$queryRaw<Omit<Funding, 'projectId' | 'reference'>[]>(Prisma.sql`
    SELECT t.kind, CASE t.debit WHEN 'funding' THEN t.amount_micros ELSE -t.amount_micros END AS "amountMicros", r.execution_id AS "executionId"
    FROM ledger_transfer AS t LEFT JOIN ledger_refund AS r ON r.project_id = t.project_id AND r.reference = t.reference
    WHERE t.project_id = ${projectId} AND t.reference = ${reference}`);
  return row === undefined ? null : { projectId, reference, ...row };
}

/** The part of an execution's charge that was not refunded; null: the project has no such execution, or it has not ended. */
export async function readRefundable(
  transaction: Transaction,
  { projectId, executionId }: { readonly projectId: string; readonly executionId: string },
): Promise<Micros | null> {
  const [row] = await transaction.$queryRaw<{ left: bigint }[]>(Prisma.sql`
    SELECT s.amount_micros - (
      SELECT coalesce(sum(t.amount_micros), 0)::bigint FROM ledger_refund AS r
      JOIN ledger_transfer AS t ON t.project_id = r.project_id AND t.reference = r.reference
      WHERE r.project_id = s.project_id AND r.execution_id = s.execution_id) AS left
    FROM ledger_transfer AS s WHERE s.project_id = ${projectId} AND s.execution_id = ${executionId} AND s.kind = 'settle'`);
  return row === undefined ? null : micros(row.left);
}

/** Books, or does nothing if the same was booked before. Rejects an invalid booking; the caller has checked under the lock of the account. */
export async function fund(transaction: Transaction, funding: Funding): Promise<void> {
  const { projectId, kind, amountMicros, reference, executionId } = funding;
  const [row] = await transaction.$queryRaw<{ booked: boolean }[]>(Prisma.sql`
    SELECT ledger_fund(${projectId}, ${kind}, ${amountMicros}::bigint, ${reference}, ${executionId}) AS booked`);
  invariant(row !== undefined, 'ledger_fund answers one row');
}
