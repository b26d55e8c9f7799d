/**
 * Accepts a batch: one SQL function holds the money of all its executions and inserts them, or none. Safe to repeat after
 * any failure, because the idempotency key of a batch is accepted once.
 */
import type { StepPlan } from '@farebox/catalog';
import type { Batch } from '@farebox/contract';
import { type Database, type Instant, Prisma } from '@farebox/db';
import { type Engine, type Micros, failpoint, invariant, micros, newId, sumMicros } from '@farebox/kernel';
import { type AcceptRequest, firstEngine, ownRowOf } from '../accept.ts';
import { readBatch } from './read.ts';
import { batchOf } from './view.ts';

export interface BatchItem extends Pick<AcceptRequest, 'basePriceVersion' | 'ownTools'> {
  readonly model: string | null;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  readonly plan: readonly StepPlan[];
  readonly maxRuntimeSeconds: number;
}

/** The items share the fields of an execution; `bodyHash` is that of the whole batch. */
export interface AcceptBatch extends Pick<
  AcceptRequest,
  'projectId' | 'keyId' | 'keyLineage' | 'idempotencyKey' | 'bodyHash' | 'tool' | 'priceVersion' | 'cancelAfterSeconds'
> {
  readonly items: readonly BatchItem[];
}

export interface AcceptedRef {
  readonly executionId: string;
  readonly engine: Engine;
}

export type AcceptBatchOutcome =
  | { readonly kind: 'accepted'; readonly batch: Batch; readonly executions: readonly AcceptedRef[] }
  | { readonly kind: 'replayed'; readonly batch: Batch }
  | { readonly kind: 'conflict' | 'price_version_mismatch' }
  | {
      readonly kind: 'insufficient_balance' | 'monthly_cap_reached';
      readonly availableMicros: Micros;
      readonly requiredMicros: Micros;
    };

interface Row {
  readonly outcome:
    | 'accepted'
    | 'found'
    | 'conflict'
    | 'price_version_mismatch'
    | 'insufficient_balance'
    | 'monthly_cap_reached'
    | 'no_account';
  readonly batch: string | null;
  readonly available_micros: bigint;
  readonly accepted_at: Instant;
}

export async function acceptBatch(database: Database, request: AcceptBatch): Promise<AcceptBatchOutcome> {
  const { projectId, items } = request;
  const ids = items.map(() => newId('execution'));
  const id = newId('batch');
  await failpoint('gateway.accept.before');
  const [row] = await database.rows<Row>(statement(request, id, ids));
  await failpoint('gateway.accept.after');
  invariant(row !== undefined, 'batch_accept answers one row');
  switch (row.outcome) {
    case 'accepted': {
      const executions = items.map(({ plan }, at) => ({ executionId: ids[at] as string, engine: firstEngine(plan) }));
      return { kind: 'accepted', batch: freshBatch(request, id, row.accepted_at), executions };
    }
    case 'found': {
      const batch = await readBatch(database, projectId, row.batch ?? '');
      invariant(batch !== null, 'an accepted batch exists for ever');
      return { kind: 'replayed', batch };
    }
    case 'conflict':
    case 'price_version_mismatch':
      return { kind: row.outcome };
    case 'insufficient_balance':
    case 'monthly_cap_reached':
      return { kind: row.outcome, availableMicros: micros(row.available_micros), requiredMicros: maximumOf(items) };
    case 'no_account':
      throw new Error(`accept answered ${row.outcome} for project ${projectId}`);
  }
}

const minimumOf = (items: readonly BatchItem[]): Micros => sumMicros(items.map(({ minimumMicros }) => minimumMicros));
const maximumOf = (items: readonly BatchItem[]): Micros => sumMicros(items.map(({ maximumMicros }) => maximumMicros));

function statement(request: AcceptBatch, id: string, ids: readonly string[]): Prisma.Sql {
  const { projectId, keyId, keyLineage, idempotencyKey, bodyHash, tool, priceVersion, items } = request;
  const limit = { cancel_after_seconds: request.cancelAfterSeconds };
  const rows = JSON.stringify(items.map((item, index) => ({ index, id: ids[index], ...rowOf(item), ...limit })));
  return Prisma.sql`
    SELECT * FROM batch_accept(
      ${id}, ${projectId}, ${keyId}, ${keyLineage}, ${idempotencyKey}, ${bodyHash}, ${tool}, ${priceVersion}, ${rows}::jsonb)`;
}

/** One execution of a batch in the form that `batch_accept` reads. Amounts are text, because a JSON number would round them. */
const rowOf = ({ model, minimumMicros, maximumMicros, plan, maxRuntimeSeconds, ...own }: BatchItem) => ({
  ...ownRowOf(own),
  model,
  minimum_micros: String(minimumMicros),
  maximum_micros: String(maximumMicros),
  plan,
  engine: firstEngine(plan),
  max_runtime_seconds: maxRuntimeSeconds,
});

/** Builds the batch that a read right after the accept would return, without a query. */
const freshBatch = ({ tool, priceVersion, items }: AcceptBatch, id: string, createdAt: Instant): Batch =>
  batchOf({
    id,
    tool,
    price_version: priceVersion,
    executions: items.length,
    minimum_micros: minimumOf(items),
    maximum_micros: maximumOf(items),
    created_at: createdAt,
    cancel_requested_at: null,
    counts: { queued: items.length },
    charged_micros: 0n,
    last_finished_at: null,
  });
