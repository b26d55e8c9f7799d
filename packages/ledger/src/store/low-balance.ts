/** Low balance thresholds, and the projects below them. Refuses nothing; it exists to warn people in time. */
import { type Database, Prisma, type Transaction } from '@farebox/db';

export interface LowBalance {
  readonly organizationId: string;
  readonly projectId: string;
  readonly name: string;
  readonly lowBalanceMicros: bigint;
  readonly availableMicros: bigint;
}

/** Returns the previous threshold. Null: none. */
export async function setLowBalance(
  transaction: Transaction,
  { projectId, lowBalanceMicros }: { readonly projectId: string; readonly lowBalanceMicros: bigint | null },
): Promise<bigint | null> {
  const [row] = await transaction.$queryRaw<{ before: bigint | null }[]>(Prisma.sql`
    UPDATE project AS p SET low_balance_micros = ${lowBalanceMicros}::bigint
    FROM (SELECT id, low_balance_micros AS before FROM project WHERE id = ${projectId} FOR UPDATE) AS old
    WHERE p.id = old.id RETURNING old.before`);
  return row?.before ?? null;
}

/** Counts live projects that are not archived: test projects have play money, and archived projects need no funds. */
export async function countLowBalances(database: Database): Promise<number> {
  const [row] = await database.rows<{ low: number }>(Prisma.sql`
    SELECT count(*)::integer AS low FROM project AS p JOIN ledger_account AS a ON a.project_id = p.id
    WHERE p.low_balance_micros IS NOT NULL AND a.available_micros < p.low_balance_micros AND p.environment = 'live' AND p.archived_at IS NULL`);
  return row?.low ?? 0;
}

/** Newest project first, before the given one. */
export async function readLowBalances(
  database: Database,
  { before = null, limit }: { readonly before?: string | null | undefined; readonly limit: number },
): Promise<readonly LowBalance[]> {
  return await database.rows<LowBalance>(Prisma.sql`
    SELECT p.organization_id AS "organizationId", p.id AS "projectId", p.name, p.low_balance_micros AS "lowBalanceMicros",
           a.available_micros AS "availableMicros"
    FROM project AS p JOIN ledger_account AS a ON a.project_id = p.id
    WHERE p.low_balance_micros IS NOT NULL AND a.available_micros < p.low_balance_micros
      AND (${before}::text IS NULL OR p.id < ${before}::text COLLATE "C")
    ORDER BY p.id DESC LIMIT ${limit}::integer`);
}
