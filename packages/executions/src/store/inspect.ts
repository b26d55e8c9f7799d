/**
 * One execution as its administrators see it: besides the client's view its key, its worker, its provider calls and every
 * transfer. Input and result are left out, because they are not needed to explain a charge.
 */
import type { Execution } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { type ReadValues, executionRowOf } from './columns.ts';
import { type HistoryEntry, timelineOf, type TimelineEvent } from './history.ts';
import { executionOf } from './view.ts';

export interface PaidCall {
  readonly step: number;
  readonly status: string;
  readonly provider: string | null;
  readonly ref: string | null;
  readonly token: string | null;
  readonly dispatchedAt: Date | null;
  readonly exposureMicros: bigint | null;
  /** Cost stated by the provider, cost by its tariff, booked cost, and cost stated later. */
  readonly statedMicros: bigint | null;
  readonly derivedMicros: bigint | null;
  readonly bookedMicros: bigint | null;
  readonly lateMicros: bigint | null;
}

export interface Booking {
  readonly kind: string;
  readonly amountMicros: bigint;
  readonly reference: string | null;
  readonly at: Date;
}

interface Facts {
  readonly keyId: string;
  /** Null if the key is not in this database, as in tests. */
  readonly keyName: string | null;
  readonly publicId: string | null;
  readonly idempotencyKey: string;
  readonly attempts: number;
  readonly claims: number;
  readonly cancelRequestedAt: Date | null;
  readonly cancelAfter: Date | null;
  readonly leasedUntil: Date | null;
  readonly nextAt: Date | null;
  readonly contentDeletedActor: string | null;
}

export interface InspectedExecution extends Facts {
  readonly execution: Execution;
  readonly calls: readonly PaidCall[];
  readonly bookings: readonly Booking[];
  readonly timeline: readonly TimelineEvent[];
}

interface FoundRow extends Facts {
  readonly read: readonly [ReadValues];
  readonly history: readonly HistoryEntry[] | null;
}

export async function inspectExecution(
  database: Database,
  ids: { readonly projectId: string; readonly executionId: string },
): Promise<InspectedExecution | null> {
  const { projectId, executionId: id } = ids;
  const [found] = await database.rows<FoundRow>(Prisma.sql`
    SELECT execution_read(ARRAY[e.project_id], ARRAY[e.id]) AS read, e.key_id AS "keyId", k.name AS "keyName", k.public_id AS "publicId",
           e.idempotency_key AS "idempotencyKey", e.attempts, e.epoch AS claims, e.cancel_requested_at AS "cancelRequestedAt",
           e.cancel_after AS "cancelAfter", e.leased_until AS "leasedUntil", coalesce(e.review_at, e.run_at) AS "nextAt",
           e.content_deleted_actor AS "contentDeletedActor", e.history
      FROM execution AS e LEFT JOIN api_key AS k ON k.project_id = e.project_id AND k.id = e.key_id
     WHERE e.project_id = ${projectId} AND e.id = ${id}`);
  if (found === undefined) return null;
  const { read, history, ...facts } = found;
  const row = executionRowOf(read[0]);
  const execution = executionOf(row);
  const output = { artifacts: execution.output.artifacts };
  const [calls, bookings] = await Promise.all([callsOf(database, ids), bookingsOf(database, ids)]);
  const { cancelRequestedAt } = facts;
  const timeline = timelineOf({ execution, history, recorded: row.steps ?? [], cancelRequestedAt, calls });
  return { ...facts, execution: { ...execution, output }, calls, bookings, timeline };
}

/** Steps with a provider call that cost or may have cost money. */
const callsOf = (
  database: Database,
  { projectId, executionId }: { readonly projectId: string; readonly executionId: string },
): Promise<PaidCall[]> =>
  database.rows<PaidCall>(Prisma.sql`
    SELECT s.index AS step, s.status, coalesce(c.provider, s.provider) AS provider, coalesce(c.ref, s.ref) AS ref, s.token,
           s.dispatched_at AS "dispatchedAt", s.exposure_micros AS "exposureMicros", c.stated_micros AS "statedMicros",
           c.derived_micros AS "derivedMicros", c.booked_micros AS "bookedMicros", c.late_micros AS "lateMicros"
      FROM execution_step AS s
      LEFT JOIN provider_cost AS c ON c.project_id = s.project_id AND c.execution_id = s.execution_id AND c.step = s.index
     WHERE s.project_id = ${projectId} AND s.execution_id = ${executionId} AND (s.token IS NOT NULL OR c.step IS NOT NULL)
     ORDER BY s.index`);

const bookingsOf = (
  database: Database,
  { projectId, executionId }: { readonly projectId: string; readonly executionId: string },
): Promise<Booking[]> =>
  database.rows<Booking>(Prisma.sql`
    SELECT t.kind, t.amount_micros AS "amountMicros", t.reference, t.created_at AS at FROM (
      SELECT * FROM ledger_transfer WHERE project_id = ${projectId} AND execution_id = ${executionId}
      UNION ALL
      SELECT t.* FROM ledger_refund AS r JOIN ledger_transfer AS t ON t.project_id = r.project_id AND t.reference = r.reference
       WHERE r.project_id = ${projectId} AND r.execution_id = ${executionId}) AS t
     ORDER BY t.id`);
