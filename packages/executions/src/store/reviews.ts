/** Executions under review, for operators: the known facts, the provider call, and the time of the next lookup. */
import type { StepPlan } from '@farebox/catalog';
import { type Database, Prisma, rowsOf, type Writer } from '@farebox/db';
import { type Micros, micros } from '@farebox/kernel';
import { askedOf } from '../core/unheard.ts';

export interface OpenReview {
  readonly projectId: string;
  readonly executionId: string;
  readonly tool: string;
  readonly model: string | null;
  /** Index of the step whose provider call has an unknown outcome. */
  readonly step: number;
  readonly reason: string;
  readonly since: string;
  /** Maximum possible cost of the provider call. */
  readonly exposureMicros: Micros;
  readonly heldMicros: Micros;
  readonly resolveBy: Date;
  /** Time of the next lookup. */
  readonly nextLookupAt: Date;
  readonly lookups: number;
  readonly cancelRequested: boolean;
  readonly asked: {
    readonly provider: string;
    readonly model: string;
    readonly operation: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    /** Idempotency token that was sent to the provider. */
    readonly token: string | null;
    /** The provider's id of the call; null if it is unknown. */
    readonly ref: string | null;
    readonly dispatchedAt: Date | null;
  };
  /** Finished steps in order; their costs are proven. */
  readonly proven: readonly { readonly step: number; readonly costMicros: Micros | null }[];
}

interface Row {
  readonly projectId: string;
  readonly executionId: string;
  readonly tool: string;
  readonly model: string | null;
  readonly plan: readonly StepPlan[];
  readonly review: { readonly step: number; readonly reason: string; readonly since: string; exposureMicros: number };
  readonly heldMicros: bigint;
  readonly resolveBy: Date;
  readonly nextLookupAt: Date;
  readonly lookups: number;
  readonly cancelRequested: boolean;
  readonly provider: string | null;
  readonly token: string | null;
  readonly ref: string | null;
  readonly dispatchedAt: Date | null;
  readonly proven: readonly { readonly step: number; readonly costMicros: string | null }[];
}

const REVIEWS = Prisma.sql`
  SELECT e.project_id AS "projectId", e.id AS "executionId", e.tool, e.model, e.plan, e.review, e.maximum_micros AS "heldMicros",
         e.resolve_by AS "resolveBy", e.review_at AS "nextLookupAt", e.review_lookups AS lookups,
         e.cancel_requested_at IS NOT NULL AS "cancelRequested", s.provider, s.token, s.ref, s.dispatched_at AS "dispatchedAt",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('step', d.index, 'costMicros', d.cost_micros::text) ORDER BY d.index), '[]')
            FROM execution_step AS d WHERE d.project_id = e.project_id AND d.execution_id = e.id AND d.status = 'succeeded') AS proven
    FROM execution AS e
    LEFT JOIN execution_step AS s ON s.project_id = e.project_id AND s.execution_id = e.id AND s.index = (e.review ->> 'step')::integer`;

/** Position of a review in the list, which stays valid after the review has ended. */
export type ReviewPosition = Pick<OpenReview, 'resolveBy' | 'executionId'>;

/** The earliest deadline first. @param after position of the last review of the previous page. */
export async function listReviews(
  database: Database,
  { after, limit }: { readonly after?: ReviewPosition | undefined; readonly limit: number },
): Promise<readonly OpenReview[]> {
  const later =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`AND (e.resolve_by, e.id) > (${after.resolveBy.toISOString()}::timestamptz, ${after.executionId})`;
  const rows = await database.rows<Row>(
    Prisma.sql`${REVIEWS} WHERE e.resolve_by IS NOT NULL ${later} ORDER BY e.resolve_by, e.id LIMIT ${limit}`,
  );
  return rows.map(reviewOf);
}

/** Returns null if the execution does not exist or is not under review. */
export async function findReview(
  reader: Writer,
  { projectId, executionId }: Pick<OpenReview, 'projectId' | 'executionId'>,
): Promise<OpenReview | null> {
  const [row] = await rowsOf<Row>(
    reader,
    Prisma.sql`${REVIEWS} WHERE e.project_id = ${projectId} AND e.id = ${executionId} AND e.status = 'needs_review'`,
  );
  return row === undefined ? null : reviewOf(row);
}

function reviewOf({ plan, review, heldMicros, provider, token, ref, dispatchedAt, proven, ...row }: Row): OpenReview {
  const planned = plan[review.step];
  const asked = planned === undefined ? { provider: '', model: '' } : askedOf(planned, provider);
  const { operation = '', parameters = {} } = planned ?? {};
  return {
    ...row,
    ...review,
    exposureMicros: micros(BigInt(review.exposureMicros)),
    heldMicros: micros(heldMicros),
    asked: { ...asked, provider: provider ?? asked.provider, operation, parameters, token, ref, dispatchedAt },
    proven: proven.map(({ step, costMicros }) => ({
      step,
      costMicros: costMicros === null ? null : micros(BigInt(costMicros)),
    })),
  };
}
