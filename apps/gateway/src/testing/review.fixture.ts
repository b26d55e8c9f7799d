/** For tests: an execution whose provider call was sent and has an unknown outcome. */
import { runSql } from '@farebox/testing';
import { randomUUID } from 'node:crypto';
import type { StepPlan } from '@farebox/catalog';
import {
  type AcceptRequest,
  chargeOfCosts,
  createBatchStore,
  createExecutionStore,
  createWorkerStore,
  leaseOf,
  type ExecutionRef,
  type ExecutionStore,
  type FinishedStep,
  type LeasedExecution,
  type StepCost,
} from '@farebox/executions';
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';

export const HELD = 1_000;
export const EXPOSURE = 600;

const step: StepPlan = {
  name: 'generate',
  engine: 'provider',
  operation: 'generate-image',
  parameters: { provider: 'openai', model: 'sim-image', prompt: 'a lighthouse' },
  inputs: {},
  price: { description: 'Image', unit: 'image', unitPriceMicros: '500', unitsMax: 1 },
};

export interface UnderReview {
  readonly executionId: string;
  /** The lease of the worker that lost the execution. */
  readonly leased: LeasedExecution;
}

interface Reviewing {
  /** Costs of the earlier steps. */
  readonly proven?: readonly number[];
  readonly reviewed?: boolean;
  /** Members that replace those of the step whose call was sent. */
  readonly sent?: Partial<StepPlan>;
}

export async function underReview(
  database: Database,
  projectId: string,
  { proven = [], reviewed = true, sent = {} }: Reviewing = {},
): Promise<UnderReview> {
  const plan = [...proven.map(() => step), { ...step, ...sent }];
  const id = await acceptedIn(createExecutionStore(database), projectId, { plan });
  return sentWith(database, { projectId, id }, { proven, reviewed });
}

/** The id of a batch of two: the first one is under review, the second one is queued. */
export async function batchUnderReview(
  database: Database,
  projectId: string,
): Promise<{ readonly id: string; readonly queuedId: string }> {
  const item = { ...requestOf(projectId, [step]), idempotencyKey: randomUUID() };
  const outcome = await createBatchStore(database).accept({ ...item, items: [item, item] });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  const [first, second] = outcome.executions.map(({ executionId }) => executionId);
  await sentWith(database, { projectId, id: first ?? '' }, { proven: [], reviewed: true });
  return { id: outcome.batch.id, queuedId: second ?? '' };
}

async function sentWith(
  database: Database,
  { projectId, id }: ExecutionRef,
  { proven, reviewed }: Required<Omit<Reviewing, 'sent'>>,
): Promise<UnderReview> {
  const index = proven.length;
  const store = createWorkerStore(database, { engine: 'provider', leaseSeconds: 600 });
  const claimed = await store.claim({ projectId, id });
  if (claimed === null) throw new Error('it could not be claimed');
  const leased = leaseOf(claimed);
  if (index > 0) await store.record({ ...leased, steps: proven.map(done), costs: proven.map(costOf), handOver: null });
  const token = `${id}.${index}`;
  await store.external.dispatch({
    ...leased,
    index,
    token,
    provider: 'openai',
    exposureMicros: micros(BigInt(EXPOSURE)),
  });
  const times = { backoffSeconds: 3600, resolveSeconds: 72 * 3600 };
  if (reviewed) await store.review({ ...leased, step: index, reason: 'no_answer' }, times);
  return { executionId: id, leased };
}

interface Failing {
  readonly projectId: string;
  readonly id: string;
  readonly costMicros: number;
}

/** Acts as a worker that learns that the provider call failed, and its cost. Returns true if it ended the execution. */
export async function failedAtCost(database: Database, { projectId, id, costMicros }: Failing): Promise<boolean> {
  const store = createWorkerStore(database, { engine: 'provider', leaseSeconds: 600 });
  const claimed = await store.claim({ projectId, id });
  if (claimed === null) return false;
  const cost = costOf(costMicros, 0);
  return await store.finish({
    ...leaseOf(claimed),
    status: 'failed',
    statusReason: 'provider_failed',
    error: { status: 'UNAVAILABLE', message: 'provider_failed' },
    charge: chargeOfCosts([cost], claimed),
    steps: [{ ...done(costMicros, 0), status: 'failed', units: 0n }],
    costs: [cost],
    result: undefined,
  });
}

/** Creates an execution without a worker. */
export async function acceptedIn(
  store: Pick<ExecutionStore, 'accept'>,
  projectId: string,
  { plan = [step], heldMicros = HELD }: { readonly plan?: readonly StepPlan[]; readonly heldMicros?: number } = {},
): Promise<string> {
  const outcome = await store.accept({ ...requestOf(projectId, plan), maximumMicros: micros(BigInt(heldMicros)) });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.execution.id;
}

const requestOf = (projectId: string, plan: readonly StepPlan[]): AcceptRequest => ({
  projectId,
  keyId: 'key_one',
  keyLineage: 'key_one',
  idempotencyKey: randomUUID(),
  bodyHash: 'ab'.repeat(32),
  tool: 'image-generate',
  model: null,
  priceVersion: '2026-11-21.00000000',
  minimumMicros: micros(10n),
  maximumMicros: micros(BigInt(HELD)),
  plan,
  maxRuntimeSeconds: 600,
});

const done = (cost: number, index: number): FinishedStep => ({
  index,
  status: 'succeeded',
  attempt: 1,
  units: 1n,
  result: undefined,
  costMicros: micros(BigInt(cost)),
  startedAt: new Date(),
  finishedAt: new Date(),
  artifacts: [],
});

const costOf = (cost: number, index: number): StepCost => {
  const statedMicros = micros(BigInt(cost));
  const basis = {
    provider: 'openai',
    model: 'sim-image',
    statedMicros,
    derivedMicros: null,
    invoiceAfterSeconds: null,
  };
  return { index, costMicros: statedMicros, basis };
};

/** Reads the final state of an execution from the database. */
export async function endOf(databaseUrl: string, id: string) {
  const [row] = await runSql<{ status: string; charged: number; billed: number; reason: string }>(
    databaseUrl,
    `SELECT status, status_reason AS reason, charged_micros::int AS charged,
            (SELECT coalesce(sum((b ->> 'amountMicros')::int), 0)::int FROM json_array_elements(billing) AS b) AS billed
       FROM execution WHERE id = '${id}'`,
  );
  return row;
}

export async function accountOf(databaseUrl: string, projectId: string) {
  const [row] = await runSql<{ available: number; held: number; spent: number }>(
    databaseUrl,
    `SELECT available_micros::int AS available, held_micros::int AS held, spent_micros::int AS spent
       FROM ledger_account WHERE project_id = '${projectId}'`,
  );
  return row;
}
