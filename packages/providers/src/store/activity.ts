/**
 * State of external services, for operators: circuits, provider calls without an outcome, costs, failures. It may read every
 * open execution or every cost, because no client request uses it.
 */
import { type Database, Prisma } from '@farebox/db';
import { type Micros, micros } from '@farebox/kernel';

export interface ProviderState {
  readonly failures: number;
  /** Null if its circuit is closed. */
  readonly openUntil: Date | null;
  readonly openCalls: number;
  /** When a call last failed; null: never, or an earlier release counted it. */
  readonly failedAt: Date | null;
  readonly failure: string | null;
}

/** By name; a missing one has no failures and no open provider calls. */
export async function readProviderStates(database: Database): Promise<ReadonlyMap<string, ProviderState>> {
  const rows = await database.rows<ProviderState & { readonly provider: string }>(Prisma.sql`
    WITH calls AS (
      SELECT s.provider, count(*)::integer AS open
        FROM execution_job AS j JOIN execution_step AS s ON s.project_id = j.project_id AND s.execution_id = j.id
       WHERE s.status IN ('dispatching', 'submitted', 'unknown') AND s.provider IS NOT NULL GROUP BY s.provider)
    SELECT provider, coalesce(c.failures, 0) AS failures, CASE WHEN c.open_until > now() THEN c.open_until END AS "openUntil",
           coalesce(calls.open, 0) AS "openCalls", c.failed_at AS "failedAt", c.failure
      FROM provider_circuit AS c FULL JOIN calls USING (provider)`);
  return new Map(rows.map(({ provider, ...state }) => [provider, state]));
}

export interface ProviderMonth {
  readonly calls: number;
  readonly bookedMicros: Micros;
  readonly costMicros: Micros;
}

/** Costs recorded since the start of this month (UTC). */
export async function readProviderMonth(database: Database, provider: string): Promise<ProviderMonth> {
  const [row] = await database.rows<{ calls: number; booked: bigint; cost: bigint }>(Prisma.sql`
    SELECT count(*)::integer AS calls, coalesce(sum(booked_micros), 0)::bigint AS booked,
           least(coalesce(sum(booked_micros - margin_micros), 0), 9223372036854775807)::bigint AS cost
      FROM provider_cost
     WHERE provider = ${provider} AND recorded_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`);
  const { calls = 0, booked = 0n, cost = 0n } = row ?? {};
  return { calls, bookedMicros: micros(booked), costMicros: micros(cost) };
}

export interface ProviderFailure {
  readonly projectId: string;
  readonly executionId: string;
  readonly at: Date;
  readonly reason: string | null;
}

/** Failed steps with the reasons of their executions, newest first. */
export const readProviderFailures = (
  database: Database,
  provider: string,
  limit: number,
): Promise<readonly ProviderFailure[]> =>
  database.rows<ProviderFailure>(Prisma.sql`
    SELECT s.project_id AS "projectId", s.execution_id AS "executionId", s.finished_at AS at, e.status_reason AS reason
      FROM execution_step AS s JOIN execution AS e ON e.project_id = s.project_id AND e.id = s.execution_id
     WHERE s.provider = ${provider} AND s.status = 'failed' AND s.finished_at IS NOT NULL
     ORDER BY s.finished_at DESC LIMIT ${limit}::integer`);
