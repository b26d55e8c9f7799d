/** Rows of checkouts. The database guarantees that the agreed terms never change, and that a paid checkout stays paid. */
import { type Database, Prisma, type Transaction, type Writer, rowsOf } from '@farebox/db';
import { newId } from '@farebox/kernel';
import type { OpenedCheckout } from '../provider.ts';

export interface Checkout {
  readonly projectId: string;
  readonly id: string;
  readonly amountMicros: bigint;
  readonly isLive: boolean;
  readonly openedBy: string;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly status: 'opening' | 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** Null: no response of the provider yet. */
  readonly session: string | null;
  readonly url: string | null;
  readonly payment: string | null;
  readonly paidAt: Date | null;
  /** The sum that the provider has refunded. */
  readonly refundedMicros: bigint;
  /** The sum that banks currently hold back because of disputes. */
  readonly disputedMicros: bigint;
  /** The part of both that was taken from the balance. */
  readonly takenMicros: bigint;
}

const COLUMNS = Prisma.sql`project_id AS "projectId", id, amount_micros AS "amountMicros", is_live AS "isLive", opened_by AS "openedBy",
  opened_at AS "openedAt", expires_at AS "expiresAt", status, session, url, payment, paid_at AS "paidAt", refunded_micros AS "refundedMicros",
  disputed_micros AS "disputedMicros", taken_micros AS "takenMicros"`;

/** How long a checkout can be paid: four times Stripe's minimum of half an hour, so that it can be opened again after a failure. */
const OPEN_SECONDS = 7_200;
const REOPEN_SECONDS = 3_600;

export interface NewCheckout extends Pick<Checkout, 'projectId' | 'amountMicros' | 'isLive' | 'openedBy'> {}

/** Returns the id. Does not call the provider. */
export async function insertCheckout(transaction: Transaction, checkout: NewCheckout): Promise<string> {
  const { projectId, amountMicros, isLive, openedBy } = checkout;
  const id = newId('checkout');
  await transaction.$executeRaw(Prisma.sql`
    INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at)
    VALUES (${projectId}, ${id}, ${amountMicros}::bigint, ${isLive}, ${openedBy}, instant() + make_interval(secs => ${OPEN_SECONDS}))`);
  return id;
}

/** Stores the provider's response; the first response stays. */
export async function keepSession(
  database: Database,
  { projectId, id }: Pick<Checkout, 'projectId' | 'id'>,
  { session, url }: OpenedCheckout,
): Promise<void> {
  await database.prisma.$executeRaw(Prisma.sql`
    UPDATE checkout SET session = ${session}, url = ${url}, status = CASE status WHEN 'opening' THEN 'open' ELSE status END
    WHERE project_id = ${projectId} AND id = ${id} AND (session IS NULL OR (session = ${session} AND url IS NULL))`);
}

type Asked = Pick<Checkout, 'projectId' | 'id'> | { readonly payment: string };

const matching = (asked: Asked): Prisma.Sql =>
  'payment' in asked
    ? Prisma.sql`payment = ${asked.payment}`
    : Prisma.sql`project_id = ${asked.projectId} AND id = ${asked.id}`;

export async function findCheckout(reader: Writer, asked: Asked): Promise<Checkout | null> {
  const [found] = await rowsOf<Checkout>(reader, Prisma.sql`SELECT ${COLUMNS} FROM checkout WHERE ${matching(asked)}`);
  return found ?? null;
}

/** Locked until the end of the transaction. */
export async function lockCheckout(
  transaction: Transaction,
  { projectId, id }: Pick<Checkout, 'projectId' | 'id'>,
): Promise<Checkout> {
  const rows = await transaction.$queryRaw<Checkout[]>(Prisma.sql`
    SELECT ${COLUMNS} FROM checkout WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`);
  return rows[0] as Checkout;
}

export type Change = Partial<
  Pick<Checkout, 'status' | 'session' | 'payment' | 'paidAt' | 'refundedMicros' | 'disputedMicros' | 'takenMicros'>
>;

export async function changeCheckout(transaction: Transaction, checkout: Checkout, change: Change): Promise<void> {
  const { projectId, id, status, session, payment, paidAt, ...rest } = { ...checkout, ...change };
  await transaction.$executeRaw(Prisma.sql`
    UPDATE checkout SET status = ${status}, session = ${session}, payment = ${payment}, paid_at = ${paidAt},
      refunded_micros = ${rest.refundedMicros}::bigint, disputed_micros = ${rest.disputedMicros}::bigint, taken_micros = ${rest.takenMicros}::bigint
    WHERE project_id = ${projectId} AND id = ${id}`);
}

/** Newest first, before the given one. */
export async function readCheckouts(
  database: Database,
  {
    projectId,
    before = null,
    limit,
  }: { readonly projectId: string; readonly before?: string | null | undefined; readonly limit: number },
): Promise<readonly Checkout[]> {
  return await database.rows<Checkout>(Prisma.sql`
    SELECT ${COLUMNS} FROM checkout
    WHERE project_id = ${projectId} AND (${before}::text IS NULL OR id < ${before}::text COLLATE "C") ORDER BY id DESC LIMIT ${limit}::integer`);
}

/** Whether it is too late to open a session at the provider that ends with this checkout. */
export const isPast = ({ expiresAt }: Checkout, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() < (OPEN_SECONDS - REOPEN_SECONDS) * 1000;

/** The organization of a project, whose audit chain records its money. Null: no such project. */
export async function organizationOf(reader: Writer, projectId: string): Promise<string | null> {
  const [row] = await rowsOf<{ organizationId: string }>(
    reader,
    Prisma.sql`SELECT organization_id AS "organizationId" FROM project WHERE id = ${projectId}`,
  );
  return row?.organizationId ?? null;
}
