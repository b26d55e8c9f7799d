/** The fixture of the worker's tests: a real database, a real queue, a disk store and a project with a balance. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepPlan } from '@farebox/catalog';
import type { Execution, ExecutionStatus } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { type ExecutionStore, createExecutionStore, createWorkerStore } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { type WakeUp, type WorkQueue, createPostgresQueue, preparePostgresQueue } from '@farebox/queue';
import { type ArtifactStore, createDiskStore } from '@farebox/storage';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { expect, vi } from 'vitest';
import type { Operation } from '../operation.ts';
import { type RunningWorker, type WorkerOptions, runWorker } from '../run-worker.ts';

export const BALANCE = 1_000_000n;
export const MINIMUM = 10n;
export const MAXIMUM = 100n;

export interface Fixture extends AsyncDisposable {
  readonly url: string;
  readonly directory: string;
  readonly database: Database;
  readonly queue: WorkQueue;
  readonly artifacts: ArtifactStore;
  readonly executions: ExecutionStore;
  readonly projectId: string;
  /** Accepts an execution of these steps and returns its id; sends no wake-up. */
  readonly accept: (
    steps: readonly Partial<StepPlan>[],
    options?: { maxRuntimeSeconds?: number; projectId?: string; keyLineage?: string },
  ) => Promise<string>;
  /** Another project with a balance, of an organization of its own unless one is named. */
  readonly newProject: (organizationId?: string) => Promise<string>;
  readonly notify: (...ids: readonly string[]) => Promise<void>;
  readonly worker: (
    operations: Readonly<Record<string, Operation>>,
    changes?: Partial<WorkerOptions>,
  ) => RunningWorker & { readonly warnings: string[] };
  readonly get: (id: string) => Promise<Execution>;
  /** Waits for the status, and returns the execution. */
  readonly untilStatus: (id: string, status: ExecutionStatus) => Promise<Execution>;
  readonly balance: () => Promise<Record<string, bigint>>;
  readonly sql: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>;
}

/** Long, because a starved machine may be slow; normally the result arrives within a second. */
export const WAIT = { timeout: 40_000, interval: 20 };
export const silent = { warn: () => {} };

export async function openFixture(): Promise<Fixture> {
  const test = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-worker-test-'));
  await preparePostgresQueue(test.url);
  const database = openTestDatabase({ url: test.url, poolMax: 8, applicationName: 'test' });
  const queue = createPostgresQueue({ databaseUrl: test.url, logger: silent });
  const artifacts = openStore(directory);
  await artifacts.prepare();
  const executions = createExecutionStore(database);
  const projectId = await fundedProject(database);
  const workers: RunningWorker[] = [];
  /** Execution → its project. */
  const projects = new Map<string, string>();
  const sql = <Row>(text: string): Promise<Row[]> => database.rows<Row>(Prisma.raw(text));
  const get = async (id: string): Promise<Execution> => {
    const found = await executions.get(projectId, id);
    if (found === null) throw new Error(`no execution ${id}`);
    return found;
  };

  return {
    url: test.url,
    directory,
    database,
    queue,
    artifacts,
    executions,
    projectId,
    async accept(steps, options = {}) {
      const { projectId: wanted = projectId } = options;
      const id = await acceptIn(executions, wanted, { steps, ...options });
      projects.set(id, wanted);
      return id;
    },
    newProject: (organizationId) => fundedProject(database, organizationId),
    async notify(...ids) {
      const toWakeUp = (executionId: string): WakeUp => ({
        projectId: projects.get(executionId) ?? projectId,
        executionId,
        epoch: 0,
      });
      // The queue drops what it cannot hand over within its time limit, and no keeper repeats it here.
      await vi.waitFor(async () => expect(await queue.notify('image', ids.map(toWakeUp))).toBe(ids.length), WAIT);
    },
    worker(operations, changes = {}) {
      const warnings: string[] = [];
      const logger = {
        warn: (fields: object, message: string) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
      };
      const { engine = 'image', leaseSeconds = 30, processName } = changes;
      const named = processName === undefined ? {} : { worker: processName };
      const held = { engine, leaseSeconds, operations: Object.keys(operations), ...named };
      const store = createWorkerStore(database, held);
      const shared = {
        engine,
        operations,
        queue,
        store,
        artifacts,
        logger,
        concurrency: 8,
        leaseSeconds,
        scratch: directory,
      };
      const worker = runWorker({ ...shared, ...changes });
      workers.push(worker);
      return { ...worker, warnings };
    },
    sql,
    get,
    untilStatus: (id, status) =>
      vi.waitFor(async () => {
        const execution = await get(id);
        expect(execution.status).toBe(status);
        return execution;
      }, WAIT),
    balance: async () => (await sql<Record<string, bigint>>('SELECT * FROM ledger_account'))[0] ?? {},
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.drain({ finishMs: 2000, handBackMs: 2000 })));
      await queue.close();
      await database.close();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const openStore = (directory: string): ArtifactStore => createDiskStore({ directory: join(directory, 'files') });

async function fundedProject(database: Database, organization?: string): Promise<string> {
  const organizationId = organization ?? (await createOrganization(database, 'Test'));
  const projectId = await createProject(database, { organizationId, name: 'Test', monthlyCapMicros: null });
  await topUp(database, { projectId, amountMicros: micros(BALANCE), reference: 'start' });
  return projectId;
}

/** A plan step whose unit costs 7 micros. */
const stepOf = (changes: Partial<StepPlan>): StepPlan => ({
  name: 'work',
  engine: 'image',
  operation: 'work',
  parameters: {},
  inputs: {},
  price: { description: 'Work', unit: 'unit', unitPriceMicros: '7', unitsMax: 1_000 },
  ...changes,
});

interface Accepting {
  readonly steps: readonly Partial<StepPlan>[];
  readonly maxRuntimeSeconds?: number;
  readonly keyLineage?: string;
}

async function acceptIn(
  executions: ExecutionStore,
  projectId: string,
  { steps, maxRuntimeSeconds = 60, keyLineage = 'key_one' }: Accepting,
): Promise<string> {
  const outcome = await executions.accept({
    projectId,
    keyId: 'key_one',
    keyLineage,
    idempotencyKey: randomUUID(),
    bodyHash: 'ab'.repeat(32),
    tool: 'rehearsal',
    model: null,
    priceVersion: '2026-11-21.00000000',
    minimumMicros: micros(MINIMUM),
    maximumMicros: micros(MAXIMUM),
    plan: steps.map(stepOf),
    maxRuntimeSeconds,
  });
  if (outcome.kind !== 'accepted') throw new Error(`accept returned ${outcome.kind}`);
  return outcome.execution.id;
}

/**
 * The ledger check in separate SQL: every account balances, and equals the sum of its transfers. No rows if all is
 * well.
 */
export const WRONG_ACCOUNTS = `
  SELECT a.* FROM ledger_account a, LATERAL (
    SELECT coalesce(sum(amount_micros) FILTER (WHERE debit = 'funding'), 0)::bigint AS funded,
      coalesce(sum(CASE 'available' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END), 0)::bigint AS available,
      coalesce(sum(CASE 'held' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END), 0)::bigint AS held,
      coalesce(sum(amount_micros) FILTER (WHERE credit = 'spent'), 0)::bigint AS spent
    FROM ledger_transfer t WHERE t.project_id = a.project_id) AS s
  WHERE funded_micros <> available_micros + held_micros + spent_micros
    OR (funded_micros, available_micros, held_micros, spent_micros) <> (s.funded, s.available, s.held, s.spent)`;
