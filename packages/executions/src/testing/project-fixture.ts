/** For the keeper's tests: a real database with a project, its accepted executions, and a store on disk. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, Prisma } from '@farebox/db';
import type { StepPlan } from '@farebox/catalog';
import { type Engine, micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { type ArtifactStore, createDiskStore } from '@farebox/storage';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import type { AcceptRequest } from '../store/accept.ts';
import { createExecutionStore } from '../store/index.ts';

export interface ProjectFixture extends AsyncDisposable {
  /** Connects as the owner, who can do more than any app; `appUrl` and `database` connect as the apps. */
  readonly url: string;
  readonly appUrl: string;
  readonly database: Database;
  readonly projectId: string;
  readonly artifacts: ArtifactStore;
  /** Directory of the store; its objects are in `objects`. */
  readonly directory: string;
  /** Stores its arguments in `warnings`. */
  readonly logger: { readonly warn: (fields: object, message?: string) => void };
  readonly warnings: object[];
  /** Accepts one step of the image engine, or the given plan, and returns the execution's id; sends no notification. */
  readonly accept: (
    options?: Partial<Pick<AcceptRequest, 'cancelAfterSeconds' | 'plan' | 'projectId'>>,
  ) => Promise<string>;
  readonly statuses: () => Promise<readonly string[]>;
  readonly sql: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>;
}

export async function openProjectFixture(): Promise<ProjectFixture> {
  const test = await testDatabase();
  const database = openTestDatabase({ url: test.appUrl, poolMax: 8, applicationName: 'test' });
  const executions = createExecutionStore(database);
  const organizationId = await createOrganization(database, 'Test');
  const projectId = await createProject(database, { organizationId, name: 'Test', monthlyCapMicros: null });
  await topUp(database, { projectId, amountMicros: micros(1_000_000n), reference: 'start' });
  const directory = await mkdtemp(join(tmpdir(), 'farebox-test-'));
  const artifacts = createDiskStore({ directory });
  await artifacts.prepare();
  const warnings: object[] = [];
  const sql = <Row>(text: string): Promise<Row[]> => database.rows<Row>(Prisma.raw(text));

  return {
    url: test.url,
    appUrl: test.appUrl,
    database,
    projectId,
    artifacts,
    directory,
    logger: { warn: (fields) => void warnings.push(fields) },
    warnings,
    sql,
    async accept(options = {}) {
      const outcome = await executions.accept({ ...requestIn(projectId), ...options });
      if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
      return outcome.execution.id;
    },
    statuses: async () =>
      (await sql<{ status: string }>('SELECT DISTINCT status FROM execution')).map(({ status }) => status),
    async [Symbol.asyncDispose]() {
      await database.close();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A plan step of `engine`. */
export const stepOf = (engine: Engine): StepPlan => ({
  name: 'work',
  engine,
  operation: 'work',
  parameters: {},
  inputs: {},
  price: { description: 'Work', unit: 'unit', unitPriceMicros: '7', unitsMax: 1_000 },
});

export const requestIn = (projectId: string): AcceptRequest => ({
  projectId,
  keyId: 'key_one',
  keyLineage: 'key_one',
  idempotencyKey: randomUUID(),
  bodyHash: 'ab'.repeat(32),
  tool: 'rehearsal',
  model: null,
  priceVersion: '2026-11-21.00000000',
  minimumMicros: micros(10n),
  maximumMicros: micros(100n),
  plan: [stepOf('image')],
  maxRuntimeSeconds: 60,
});
