/** Applied events, each once: the provider's id is the key. */
import { type Database, Prisma, type Transaction, type Writer, rowsOf } from '@farebox/db';
import type { CheckoutName, PaymentEvent } from '../provider.ts';

/**
 * Why an operator must look at the event. `unknown_checkout`: it names a checkout that does not exist here, as after a restore. `not_as_agreed`: another
 * amount, currency, session or mode; nothing was booked. `spent_already`: part of the money to take back was no longer available.
 */
export type Problem = 'unknown_checkout' | 'not_as_agreed' | 'spent_already';

const subjectOf = (event: PaymentEvent): string =>
  'session' in event ? event.session : 'dispute' in event ? event.dispute : event.payment;

/** Whether the event is new. A concurrent insert of the same id waits for the end of this transaction. */
export async function insertEvent(
  transaction: Transaction,
  event: PaymentEvent,
  { of, problem }: { readonly of: CheckoutName; readonly problem: Problem | null },
): Promise<boolean> {
  const { id, kind, at, amountMicros } = event;
  const inserted = await transaction.$executeRaw(Prisma.sql`
    INSERT INTO payment_event (id, kind, subject, at, project, checkout, amount_micros, problem)
    VALUES (${id}, ${kind}, ${subjectOf(event)}, ${at}, ${of.projectId}, ${of.id}, ${amountMicros}::bigint, ${problem}) ON CONFLICT (id) DO NOTHING`);
  return inserted === 1;
}

interface Asked {
  readonly kind: PaymentEvent['kind'];
  /** Default: any subject. */
  readonly subject?: string | null;
}

/** Whether the same was reported for the checkout before, under any event id. */
export async function wasApplied(reader: Writer, of: CheckoutName, { kind, subject = null }: Asked): Promise<boolean> {
  const rows = await rowsOf<object>(
    reader,
    Prisma.sql`
    SELECT id FROM payment_event
    WHERE project = ${of.projectId} AND checkout = ${of.id} AND kind = ${kind} AND (${subject}::text IS NULL OR subject = ${subject}) LIMIT 1`,
  );
  return rows.length > 0;
}

/** The amount that a dispute has taken from the checkout, in micros; 0 if it was not booked. */
export async function disputeTook(reader: Writer, of: CheckoutName, dispute: string): Promise<bigint> {
  const [row] = await rowsOf<{ amountMicros: bigint }>(
    reader,
    Prisma.sql`
    SELECT CASE WHEN problem = 'not_as_agreed' THEN 0 ELSE amount_micros END AS "amountMicros" FROM payment_event
    WHERE project = ${of.projectId} AND checkout = ${of.id} AND kind = 'disputed' AND subject = ${dispute}
    ORDER BY received_at, id LIMIT 1`,
  );
  return row?.amountMicros ?? 0n;
}

export async function isKnown(reader: Writer, id: string): Promise<boolean> {
  return (await rowsOf<object>(reader, Prisma.sql`SELECT id FROM payment_event WHERE id = ${id}`)).length > 0;
}

export interface PaymentProblem {
  readonly id: string;
  readonly kind: PaymentEvent['kind'];
  readonly subject: string;
  readonly at: Date;
  readonly projectId: string;
  readonly checkoutId: string;
  readonly amountMicros: bigint;
  readonly problem: Problem;
}

/** Sorted by the provider's ids, descending, before the given one. */
export async function readProblems(
  database: Database,
  { before = null, limit }: { readonly before?: string | null | undefined; readonly limit: number },
): Promise<readonly PaymentProblem[]> {
  return await database.rows<PaymentProblem>(Prisma.sql`
    SELECT id, kind, subject, at, project AS "projectId", checkout AS "checkoutId", amount_micros AS "amountMicros", problem FROM payment_event
    WHERE problem IS NOT NULL AND (${before}::text IS NULL OR id < ${before}::text COLLATE "C") ORDER BY id DESC LIMIT ${limit}::integer`);
}

/** The number of payment problems of the last day. */
export async function countProblems(database: Database): Promise<number> {
  const [row] = await database.rows<{ count: number }>(Prisma.sql`
    SELECT count(*)::integer AS count FROM payment_event WHERE problem IS NOT NULL AND received_at > now() - interval '1 day'`);
  return row?.count ?? 0;
}
