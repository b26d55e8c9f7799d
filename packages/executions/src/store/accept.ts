/**
 * Accepts paid executions: one SQL function holds the money and inserts the execution, and requests of the same moment share
 * one query. Safe to repeat after any failure, because an idempotency key is accepted once.
 */
import type { OwnVersion, StepPlan } from '@farebox/catalog';
import type { Execution } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { type Engine, type Micros, failpoint, groupQueries, invariant, micros, newId } from '@farebox/kernel';
import { type ReadValues, executionRowOf } from './columns.ts';
import { type ObserveGroup, observed } from './observe-group.ts';
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
  /** The version of table and terms, if own tools are used: the price version names their versions as well. */
  readonly basePriceVersion?: string;
  /** The versions of own tools that the plan uses: each must be the active one at the accept. */
  readonly ownTools?: readonly Pick<OwnVersion, 'name' | 'version'>[];
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  readonly plan: readonly StepPlan[];
  readonly maxRuntimeSeconds: number;
  /** The client's time limit, counted from acceptance; null: none. */
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
  | { readonly kind: 'conflict'; readonly found: { readonly keyLineage: string; readonly bodyHash: string } }
  | { readonly kind: 'price_version_mismatch' }
  | {
      readonly kind: 'insufficient_balance' | 'monthly_cap_reached';
      readonly availableMicros: Micros;
      readonly requiredMicros: Micros;
    };

/**
 * While the database runs one grouped query, the gateway responds to the requests of the other, which is as full: half-full
 * queries would cost both as much as full ones. Larger ones would make gateway and database wait for each other.
 */
const GROUPING = { groupMax: 32, queriesMax: 2, beside: { min: 32, ms: 20 }, waitingMax: 5_000 } as const;

/** A request that was not accepted. */
interface Other {
  readonly id: string;
  readonly outcome: 'found' | 'price_version_mismatch' | 'insufficient_balance' | 'monthly_cap_reached' | 'no_account';
  readonly availableMicros: string;
}

/** The result of `execution_accept_quoted`, in any order. */
interface Reply {
  readonly accepted: readonly ReadValues[] | null;
  readonly others: readonly Other[] | null;
}

type Decided = { readonly outcome: 'accepted'; readonly execution: Execution } | Other;

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
  const rows = requests.map(rowOf);
  await failpoint('gateway.accept.before');
  const reply = await database.json<Reply>(Prisma.sql`SELECT execution_accept_quoted(${JSON.stringify(rows)}::jsonb)`);
  await failpoint('gateway.accept.after');
  const decided = new Map<string, Decided>(reply?.others?.map((other) => [other.id, other]));
  for (const values of reply?.accepted ?? []) {
    const execution = executionOf(executionRowOf(values));
    decided.set(execution.id, { outcome: 'accepted', execution });
  }
  return rows.map(({ id }) => {
    const each = decided.get(id);
    invariant(each !== undefined, 'execution_accept_quoted decides every request');
    return each;
  });
}

/** One request in the form that `execution_accept_quoted` reads. Amounts are text, because a JSON number would round them. */
const rowOf = (request: AcceptRequest) => ({
  id: newId('execution'),
  project_id: request.projectId,
  key_id: request.keyId,
  key_lineage: request.keyLineage,
  idempotency_key: request.idempotencyKey,
  body_sha256: request.bodyHash,
  tool: request.tool,
  model: request.model,
  price_version: request.priceVersion,
  ...ownRowOf(request),
  minimum_micros: String(request.minimumMicros),
  maximum_micros: String(request.maximumMicros),
  plan: request.plan,
  engine: firstEngine(request.plan),
  max_runtime_seconds: request.maxRuntimeSeconds,
  cancel_after_seconds: request.cancelAfterSeconds,
});

/** Empty for built-in tools: their accept must not take longer because there are others. */
export const ownRowOf = ({
  basePriceVersion,
  ownTools = [],
}: Pick<AcceptRequest, 'basePriceVersion' | 'ownTools'>): object =>
  ownTools.length === 0
    ? {}
    : {
        base_price_version: basePriceVersion,
        tools: ownTools.map(({ name, version }) => ({ name, version })),
      };

export function firstEngine(plan: readonly StepPlan[]): Engine {
  const [first] = plan;
  invariant(first !== undefined, 'a plan has a step');
  return first.engine;
}

async function outcomeOf(decided: Decided, request: AcceptRequest, reader: ExecutionReader): Promise<AcceptOutcome> {
  switch (decided.outcome) {
    case 'accepted': {
      const { execution } = decided;
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
        availableMicros: micros(BigInt(decided.availableMicros)),
        requiredMicros: request.maximumMicros,
      };
    case 'no_account':
      throw new Error(`accept answered ${decided.outcome} for project ${request.projectId}`);
  }
}

async function replayOf(request: AcceptRequest, reader: ExecutionReader): Promise<AcceptOutcome> {
  const found = await reader.findByIdempotencyKey(request.projectId, request.idempotencyKey);
  invariant(found !== null, 'an accepted idempotency key is found again');
  return isSameRequest(found, request) ? { kind: 'replayed', execution: found.execution } : { kind: 'conflict', found };
}

/** Two requests are the same if body and key lineage are equal; a rotated key keeps its lineage. */
export const isSameRequest = (
  found: { readonly keyLineage: string; readonly bodyHash: string },
  request: { readonly keyLineage: string; readonly bodyHash: string },
): boolean => found.keyLineage === request.keyLineage && found.bodyHash === request.bodyHash;
