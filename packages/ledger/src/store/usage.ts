/** The usage of a project in the current UTC month, and its remaining balance. Reads rows by key; for an organization with a cap, those of all its projects. */
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import { type Micros, invariant, micros } from '@farebox/kernel';

export interface Balance {
  readonly availableMicros: Micros;
  readonly heldMicros: Micros;
  /** In the current UTC month. */
  readonly chargedMicros: Micros;
  /** Null: no cap. */
  readonly monthlyCapMicros: Micros | null;
  /** The lesser rest of the caps of the organization and the key, at least 0. Null: neither has a cap. */
  readonly sharedCapLeftMicros: Micros | null;
}

export interface MonthUsage extends Balance {
  readonly fundedMicros: Micros;
  readonly spentMicros: Micros;
  /** The low balance threshold. Null: none. */
  readonly lowBalanceMicros: Micros | null;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly settledRequests: number;
}

interface UsageRow {
  readonly month: string;
  readonly settled_requests: bigint;
  readonly charged_micros: bigint;
  readonly funded_micros: bigint;
  readonly held_micros: bigint;
  readonly spent_micros: bigint;
  readonly available_micros: bigint;
  readonly monthly_cap_micros: bigint | null;
  readonly low_balance_micros: bigint | null;
  readonly shared_cap_left: bigint | null;
}

/**
 * @param reader a transaction, if its own writes must count.
 * @param keyLineage the key lineage whose cap applies; null: none.
 */
export async function readUsage(
  reader: Writer,
  projectId: string,
  keyLineage: string | null = null,
): Promise<MonthUsage> {
  const [row] = await rowsOf<UsageRow>(
    reader,
    Prisma.sql`
    SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, coalesce(u.settled_requests, 0) AS settled_requests,
           coalesce(u.charged_micros, 0) AS charged_micros, a.funded_micros, a.held_micros, a.spent_micros, a.available_micros, p.monthly_cap_micros, p.low_balance_micros,
           least(CASE WHEN o.monthly_cap_micros IS NOT NULL AND p.environment = 'live' THEN ledger_organization_left(o.id, now()) END,
                 CASE WHEN k.monthly_cap_micros IS NOT NULL THEN ledger_key_left(k.project_id, k.lineage_id, now()) END) AS shared_cap_left
    FROM ledger_account AS a JOIN project AS p ON p.id = a.project_id JOIN organization AS o ON o.id = p.organization_id
    LEFT JOIN ledger_key_cap AS k ON k.project_id = a.project_id AND k.lineage_id = ${keyLineage}
    LEFT JOIN usage_month AS u ON u.project_id = a.project_id AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    WHERE a.project_id = ${projectId}`,
  );
  invariant(row !== undefined, 'a project has an account');
  return {
    month: row.month,
    settledRequests: Number(row.settled_requests),
    chargedMicros: micros(row.charged_micros),
    fundedMicros: micros(row.funded_micros),
    heldMicros: micros(row.held_micros),
    spentMicros: micros(row.spent_micros),
    lowBalanceMicros: row.low_balance_micros === null ? null : micros(row.low_balance_micros),
    availableMicros: micros(row.available_micros),
    monthlyCapMicros: row.monthly_cap_micros === null ? null : micros(row.monthly_cap_micros),
    sharedCapLeftMicros:
      row.shared_cap_left === null ? null : micros(row.shared_cap_left < 0n ? 0n : row.shared_cap_left),
  };
}
