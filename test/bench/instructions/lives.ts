/** Takes no-op executions from accept to settlement through the stores of the gateway and of a worker, so the apps' own statements are counted. */
import { randomUUID } from 'node:crypto';
import { PRICE_TABLE, priceVersionOf } from '@farebox/catalog';
import type { Database } from '@farebox/db';
import { type ClaimedExecution, createExecutionStore, createWorkerStore, leaseOf } from '@farebox/executions';
import { invariant, micros, newId } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { createPriceReader } from '@farebox/prices';

const BALANCE = micros(1_000_000_000_000n);
const PRICE = micros(1_000n);
const KEY = newId('key');
/** Operations of the worker: a claim returns only plans that need no other operation. */
const OPERATIONS = ['rehearse', 'resize', 'convert', 'analyze'];
const ARGUMENTS = { durationMs: 0, outcome: 'succeed' };
const BILLING = [{ step: 0, description: 'Rehearsal', unit: 'execution', quantity: 1n, amountMicros: PRICE }] as const;

export interface Lives {
  readonly accept: (batch: number) => Promise<readonly string[]>;
  readonly claim: (ids: readonly string[]) => Promise<readonly ClaimedExecution[]>;
  readonly heartbeat: (claimed: readonly ClaimedExecution[]) => Promise<void>;
  readonly finish: (claimed: readonly ClaimedExecution[]) => Promise<void>;
}

/** Uses a new project, unless one is given. */
export async function createLives(
  database: Database,
  given?: string,
): Promise<{ readonly projectId: string; readonly lives: Lives }> {
  await createPriceReader(database).seed(PRICE_TABLE); // as a gateway does: an accept checks whether its price version is in force
  const projectId = given ?? (await fundedProject(database));
  const store = createExecutionStore(database);
  const worker = createWorkerStore(database, { engine: 'image', leaseSeconds: 30, operations: OPERATIONS });
  return {
    projectId,
    lives: {
      accept: (batch) =>
        Promise.all(
          Array.from({ length: batch }, async () => {
            const outcome = await store.accept(requestOf(projectId));
            invariant(outcome.kind === 'accepted', 'the project has money for every execution');
            return outcome.execution.id;
          }),
        ),
      claim: (ids) =>
        Promise.all(
          ids.map(async (id) => {
            const claimed = await worker.claim({ projectId, id });
            invariant(claimed !== null, 'no other worker claims');
            return claimed;
          }),
        ),
      heartbeat: async (claimed) => void (await worker.heartbeat(claimed)),
      finish: async (claimed) => {
        const ended = await Promise.all(claimed.map((each) => worker.finish(finishingOf(each))));
        invariant(!ended.includes(false), 'no other worker claims');
      },
    },
  };
}

async function fundedProject(database: Database): Promise<string> {
  const organizationId = await createOrganization(database, 'Instructions');
  const projectId = await createProject(database, { organizationId, name: 'Instructions', monthlyCapMicros: null });
  await topUp(database, { projectId, amountMicros: BALANCE, reference: 'start' });
  return projectId;
}

const requestOf = (projectId: string) =>
  ({
    projectId,
    keyId: KEY,
    keyLineage: KEY,
    idempotencyKey: randomUUID(),
    bodyHash: 'ab'.repeat(32),
    tool: 'rehearsal',
    model: null,
    priceVersion: priceVersionOf(PRICE_TABLE),
    minimumMicros: PRICE,
    maximumMicros: PRICE,
    plan: [
      {
        name: 'rehearse',
        engine: 'image',
        operation: 'rehearse',
        parameters: ARGUMENTS,
        inputs: {},
        price: { description: 'Rehearsal', unit: 'execution', unitPriceMicros: String(PRICE), unitsMax: 1 },
      },
    ],
    maxRuntimeSeconds: 90,
  }) as const;

const finishingOf = (claimed: ClaimedExecution) => {
  const at = new Date();
  return {
    ...leaseOf(claimed),
    status: 'succeeded',
    statusReason: null,
    error: null,
    charge: { chargedMicros: PRICE, billing: BILLING },
    steps: [
      {
        index: 0,
        status: 'succeeded',
        attempt: 1,
        units: 1n,
        result: undefined,
        costMicros: null,
        startedAt: at,
        finishedAt: at,
        artifacts: [],
      },
    ],
    result: undefined,
  } as const;
};
