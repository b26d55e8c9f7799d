/** What a project has used in the current UTC month, and what it has left: three rows by key, never a scan. */
import { type Database, Prisma } from '@tollgate/db';
import { type Micros, invariant, micros } from '@tollgate/kernel';

export interface Balance {
  readonly availableMicros: Micros;
  readonly heldMicros: Micros;
  /** Of the current UTC month. */
  readonly chargedMicros: Micros;
  /** Null: no cap. */
  readonly monthlyCapMicros: Micros | null;
}

export interface MonthUsage extends Balance {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly settledRequests: number;
}

interface UsageRow {
  readonly month: string;
  readonly settled_requests: bigint;
  readonly charged_micros: bigint;
  readonly held_micros: bigint;
  readonly available_micros: bigint;
  readonly monthly_cap_micros: bigint | null;
}

export async function readUsage(database: Database, projectId: string): Promise<MonthUsage> {
  const [row] = await database.rows<UsageRow>(Prisma.sql`
    SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, coalesce(u.settled_requests, 0) AS settled_requests,
           coalesce(u.charged_micros, 0) AS charged_micros, a.held_micros, a.available_micros, p.monthly_cap_micros
    FROM ledger_account AS a JOIN project AS p ON p.id = a.project_id
    LEFT JOIN usage_month AS u ON u.project_id = a.project_id AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    WHERE a.project_id = ${projectId}`);
  invariant(row !== undefined, 'a project has an account');
  return {
    month: row.month,
    settledRequests: Number(row.settled_requests),
    chargedMicros: micros(row.charged_micros),
    heldMicros: micros(row.held_micros),
    availableMicros: micros(row.available_micros),
    monthlyCapMicros: row.monthly_cap_micros === null ? null : micros(row.monthly_cap_micros),
  };
}
