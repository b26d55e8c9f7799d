/**
 * Accepts paid executions: one SQL function holds the money and inserts the execution, and requests of the same moment share
 * one call of it. Safe to repeat after any failure, because an idempotency key is accepted once.
 */
import type { StepPlan } from '@farebox/catalog';
import type { Execution } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { type Engine, type Micros, groupQueries, failpoint, invariant, micros, newId } from '@farebox/kernel';
import { type ObserveGroup, observed } from './observe-group.ts';
import type { ExecutionReader } from './read.ts';
import { columnsOf, textArray } from './sql-codec.ts';
import { executionOf } from './view.ts';

export interface AcceptRequest {
  readonly projectId: string;
  readonly keyId: string;
  readonly keyLineage: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodyHash: string;
  readonly tool: string;
  readonly model: string | null;
  readonly priceVersion: string;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  readonly plan: readonly StepPlan[];
  readonly maxRuntimeSeconds: number;
  /** The client's own time limit, from the acceptance; null: none. */
  readonly cancelAfterSeconds?: number | null;
}

export type AcceptOutcome =
  | {
      readonly kind: 'accepted';
      readonly projectId: string;
      readonly execution: Execution;
      readonly engine: Engine;
      readonly epoch: 0;
    }
  | { readonly kind: 'replayed'; readonly execution: Execution }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'price_version_mismatch' }
  | {
      readonly kind: 'insufficient_balance' | 'monthly_cap_reached';
      readonly availableMicros: Micros;
      readonly requiredMicros: Micros;
    };

/**
 * While one call is at the database the gateway answers those of the other, which is as full: half a call costs both as much as a
 * whole one. Larger calls make them wait for each other.
 */
const GROUPING = { groupMax: 32, queriesMax: 2, beside: { min: 32, ms: 20 }, waitingMax: 5_000 } as const;

type RowOutcome =
  | 'accepted'
  | 'found'
  | 'price_version_mismatch'
  | 'insufficient_balance'
  | 'monthly_cap_reached'
  | 'no_account';

/** What became of a whole call. */
interface CallRow {
  readonly outcomes: readonly RowOutcome[];
  readonly available_micros: readonly bigint[];
  readonly accepted_at: Date;
}

/** What became of one request. */
interface Decided {
  readonly outcome: RowOutcome;
  readonly id: string;
  readonly availableMicros: bigint;
  readonly acceptedAt: Date;
}

export function createAccept(
  database: Database,
  reader: ExecutionReader,
  observe: ObserveGroup,
): (request: AcceptRequest) => Promise<AcceptOutcome> {
  const submit = groupQueries<AcceptRequest, Decided>(
    (requests) => acceptAll(database, requests),
    observed(GROUPING, observe, 'accept'),
  );

  return async (request) => await outcomeOf(await submit(request), request, reader);
}

async function acceptAll(database: Database, requests: readonly AcceptRequest[]): Promise<Decided[]> {
  const ids = requests.map(() => newId('execution'));
  const column = columnsOf(requests);
  const plans = JSON.stringify(requests.map(({ plan }) => plan));
  await failpoint('gateway.accept.before');
  const [row] = await database.rows<CallRow>(Prisma.sql`
    SELECT * FROM execution_accept_quoted(
      ${textArray(ids)}::text[], ${column((each) => each.projectId)}::text[], ${column((each) => each.keyId)}::text[],
      ${column((each) => each.keyLineage)}::text[], ${column((each) => each.idempotencyKey)}::text[],
      ${column((each) => each.bodyHash)}::text[], ${column((each) => each.tool)}::text[], ${column((each) => each.model)}::text[],
      ${column((each) => each.priceVersion)}::text[], ${column((each) => String(each.minimumMicros))}::bigint[],
      ${column((each) => String(each.maximumMicros))}::bigint[], ${column((each) => firstEngine(each.plan))}::text[],
      ${column((each) => String(each.maxRuntimeSeconds))}::integer[],
      ${column(({ cancelAfterSeconds = null }) => (cancelAfterSeconds === null ? null : String(cancelAfterSeconds)))}::double precision[], ${plans}::jsonb)`);
  await failpoint('gateway.accept.after');
  invariant(
    row !== undefined && row.outcomes.length === requests.length,
    'execution_accept_quoted decides every request',
  );
  return row.outcomes.map((outcome, index) => ({
    outcome,
    id: ids[index] as string,
    availableMicros: row.available_micros[index] as bigint,
    acceptedAt: row.accepted_at,
  }));
}

export function firstEngine(plan: readonly StepPlan[]): Engine {
  const [first] = plan;
  invariant(first !== undefined, 'a plan has a step');
  return first.engine;
}

async function outcomeOf(decided: Decided, request: AcceptRequest, reader: ExecutionReader): Promise<AcceptOutcome> {
  switch (decided.outcome) {
    case 'accepted': {
      const execution = freshExecution(decided, request);
      return { kind: 'accepted', projectId: request.projectId, execution, engine: firstEngine(request.plan), epoch: 0 };
    }
    case 'found':
      return await replayOf(request, reader);
    case 'price_version_mismatch':
      return { kind: decided.outcome };
    case 'insufficient_balance':
    case 'monthly_cap_reached':
      return {
        kind: decided.outcome,
        availableMicros: micros(decided.availableMicros),
        requiredMicros: request.maximumMicros,
      };
    case 'no_account':
      throw new Error(`accept answered ${decided.outcome} for project ${request.projectId}`);
  }
}

async function replayOf(request: AcceptRequest, reader: ExecutionReader): Promise<AcceptOutcome> {
  const found = await reader.findByIdempotencyKey(request.projectId, request.idempotencyKey);
  invariant(found !== null, 'an accepted idempotency key is found again');
  return isSameRequest(found, request) ? { kind: 'replayed', execution: found.execution } : { kind: 'conflict' };
}

/** Sameness: the same body from the same key, where a rotated key keeps its lineage. */
export const isSameRequest = (
  found: { readonly keyLineage: string; readonly bodyHash: string },
  request: { readonly keyLineage: string; readonly bodyHash: string },
): boolean => found.keyLineage === request.keyLineage && found.bodyHash === request.bodyHash;

/** What a reader would answer right after the accept, without asking. */
function freshExecution({ id, acceptedAt }: Decided, request: AcceptRequest): Execution {
  return executionOf({
    id,
    project_id: request.projectId,
    tool: request.tool,
    model: request.model,
    status: 'queued',
    status_reason: null,
    cancel_requested_at: null,
    price_version: request.priceVersion,
    minimum_micros: request.minimumMicros,
    maximum_micros: request.maximumMicros,
    charged_micros: null,
    error: null,
    review: null,
    resolve_by: null,
    created_at: acceptedAt,
    started_at: null,
    finished_at: null,
    names: request.plan.map(({ name }) => name),
    engines: request.plan.map(({ engine }) => engine),
    billing: null,
    result: null,
    attempts: 0,
    steps: null,
    files: null,
    content_deleted_at: null,
    content_deleted_by: null,
  });
}
