/**
 * Accepts paid executions: one SQL function holds the money and inserts the execution, and requests of the same moment share
 * one call of it. Safe to repeat after any failure, because an idempotency key is accepted once.
 */
import type { StepPlan } from '@tollgate/catalog';
import type { Execution } from '@tollgate/contract';
import { type Database, Prisma } from '@tollgate/db';
import { type Engine, type Micros, coalesce, failpoint, invariant, micros, newId } from '@tollgate/kernel';
import { type ObserveBatch, observed } from './observe-batch.ts';
import type { ExecutionReader } from './read.ts';
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
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly plan: readonly StepPlan[];
  readonly maxRuntimeSeconds: number;
  /** The client's own time limit, from the acceptance; null: none. */
  readonly cancelAfterSeconds?: number | null;
}

export type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly execution: Execution; readonly engine: Engine; readonly epoch: 0 }
  | { readonly kind: 'replayed'; readonly execution: Execution }
  | { readonly kind: 'conflict' }
  | {
      readonly kind: 'insufficient_balance' | 'monthly_cap_reached';
      readonly availableMicros: Micros;
      readonly requiredMicros: Micros;
    };

/** How long an accepted execution may stay unclaimed before the keeper looks after it. */
const DISPATCH_AFTER = '5 seconds';
/** One call at a time for each process keeps a hot project from waiting for itself; the rest gathers into the next call. */
const BATCHING = { batchMax: 128, callsMax: 2, waitingMax: 5_000 } as const;
/** The same key twice in one call: the second is decided by the next call. More than this is a defect. */
const DEFERRALS_MAX = 3;

interface AcceptRow {
  readonly ord: number;
  readonly outcome: 'accepted' | 'found' | 'deferred' | 'insufficient_balance' | 'monthly_cap_reached' | 'no_account';
  readonly execution_id: string;
  readonly available_micros: bigint | null;
  readonly required_micros: bigint;
  readonly created_at: Date;
}

export function createAccept(
  database: Database,
  reader: ExecutionReader,
  observe: ObserveBatch,
): (request: AcceptRequest) => Promise<AcceptOutcome> {
  const batching = observed(BATCHING, observe, 'accept');
  const submit = coalesce<AcceptRequest, AcceptRow>(async (requests) => {
    const payload = JSON.stringify(requests.map(itemOf));
    await failpoint('gateway.accept.before');
    const rows = await database.rows<AcceptRow>(
      Prisma.sql`SELECT * FROM execution_accept(${payload}::jsonb, ${DISPATCH_AFTER}::interval)`,
    );
    await failpoint('gateway.accept.after');
    return [...rows].sort((a, b) => a.ord - b.ord);
  }, batching);

  return async (request) => {
    for (let deferrals = 0; deferrals <= DEFERRALS_MAX; deferrals++) {
      const row = await submit(request);
      if (row.outcome !== 'deferred') return await outcomeOf(row, request, reader);
    }
    throw new Error('an accept was deferred again and again');
  };
}

function itemOf(request: AcceptRequest, ord: number) {
  return {
    ord,
    id: newId('execution'),
    projectId: request.projectId,
    keyId: request.keyId,
    keyLineage: request.keyLineage,
    idempotencyKey: request.idempotencyKey,
    bodySha256: request.bodyHash,
    tool: request.tool,
    model: request.model,
    priceVersion: request.priceVersion,
    minimumMicros: request.minimumMicros.toString(),
    maximumMicros: request.maximumMicros.toString(),
    arguments: request.arguments,
    plan: request.plan,
    engine: firstEngine(request.plan),
    maxRuntimeSeconds: request.maxRuntimeSeconds,
    cancelAfterSeconds: request.cancelAfterSeconds ?? null,
  };
}

function firstEngine(plan: readonly StepPlan[]): Engine {
  const [first] = plan;
  invariant(first !== undefined, 'a plan has a step');
  return first.engine;
}

async function outcomeOf(row: AcceptRow, request: AcceptRequest, reader: ExecutionReader): Promise<AcceptOutcome> {
  switch (row.outcome) {
    case 'accepted':
      return { kind: 'accepted', execution: freshExecution(row, request), engine: firstEngine(request.plan), epoch: 0 };
    case 'found':
      return await replayOf(request, reader);
    case 'insufficient_balance':
    case 'monthly_cap_reached':
      return {
        kind: row.outcome,
        availableMicros: micros(row.available_micros ?? 0n),
        requiredMicros: micros(row.required_micros),
      };
    case 'deferred':
    case 'no_account':
      throw new Error(`accept answered ${row.outcome} for project ${request.projectId}`);
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
function freshExecution(row: AcceptRow, request: AcceptRequest): Execution {
  return executionOf({
    id: row.execution_id,
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
    created_at: row.created_at,
    started_at: null,
    finished_at: null,
    plan: request.plan,
    billing: null,
    result: null,
    attempts: 0,
    steps: null,
    files: null,
  });
}
