/** For tests: a database with the code's prices, prices to publish, and executions to accept. */
import { randomUUID } from 'node:crypto';
import { PRICE_TABLE, type PriceTable, priceVersionOf, type ToolPrices } from '@farebox/catalog';
import type { Database } from '@farebox/db';
import { type ExecutionStore, createExecutionStore } from '@farebox/executions';
import { createOrganization, createProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { openTestDatabase, runSql, testDatabase } from '@farebox/testing';
import { cancelTable, createPriceReader, publishTable, publishTerms } from '../index.ts';

export const CODE: PriceTable['tools'] = PRICE_TABLE.tools;
/** The version of the initial table of a database. */
export const SEED = priceVersionOf(PRICE_TABLE);
export const resize = CODE['image-resize'] as ToolPrices;

/** The table with another price of one tool. */
export const resizeAt = (unitPriceMicros: number): PriceTable['tools'] => ({
  ...CODE,
  'image-resize': { ...resize, unitPriceMicros: String(unitPriceMicros), description: `${unitPriceMicros} each.` },
});

export const ahead = (ms: number): Date => new Date(Date.now() + ms);

type AcceptRequest = Parameters<ExecutionStore['accept']>[0];

export async function openFixture() {
  const server = await testDatabase();
  /** With the database role of the apps. */
  const database = openTestDatabase({ url: server.appUrl, poolMax: 6, applicationName: 'prices-test' });
  const organizationId = await createOrganization(database, 'Org');
  await createPriceReader(database).seed(PRICE_TABLE);
  const { accept } = createExecutionStore(database, () => {});
  return {
    database,
    url: server.url,
    newProject: async (environment: 'live' | 'test' = 'live') => {
      const project = { organizationId, name: 'Project', monthlyCapMicros: null, environment };
      const projectId = await createProject(database, project);
      await topUp(database, { projectId, amountMicros: micros(1_000), reference: 'start' });
      return projectId;
    },
    ...publisher(database),
    begun: (version: string, table: 'price_table' | 'project_price_terms' = 'price_table') =>
      runSql(server.url, begunAlready(version, table)),
    accept: async (projectId: string, priceVersion: string, more: Partial<AcceptRequest> = {}) =>
      (await accept({ ...requestFor(projectId), priceVersion, ...more })).kind,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await server.drop();
    },
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

function publisher(database: Database) {
  const meant = { isConfirmed: false, unitChanges: [], by: 'ann', code: CODE, effectiveAt: null };
  return {
    publish: (tools: PriceTable['tools'], more: object = {}) =>
      database.transaction((transaction) => publishTable(transaction, { tools, ...meant, ...more })),
    sell: (projectId: string, basisPoints: number, more: object = {}) =>
      database.transaction((transaction) =>
        publishTerms(transaction, { projectId, basisPoints, tools: {}, ...meant, ...more }),
      ),
    cancel: (version: string) => database.transaction((transaction) => cancelTable(transaction, version)),
  };
}

/** Shifts the times, as if the table had been published earlier. */
const begunAlready = (version: string, table: string): string => `
  SET session_replication_role = replica;
  UPDATE ${table} SET superseded_at = now() - interval '1 second'
    WHERE superseded_at = (SELECT effective_at FROM ${table} WHERE version = '${version}');
  UPDATE ${table} SET effective_at = now() - interval '1 second' WHERE version = '${version}'`;

const requestFor = (projectId: string): Omit<AcceptRequest, 'priceVersion'> => ({
  projectId,
  keyId: 'key_one',
  keyLineage: 'key_one',
  idempotencyKey: randomUUID(),
  bodyHash: 'ab'.repeat(32),
  tool: 'image-resize',
  model: null,
  minimumMicros: micros(10),
  maximumMicros: micros(100),
  plan: [
    {
      name: 'resize',
      engine: 'image',
      operation: 'resize',
      parameters: {},
      inputs: {},
      price: { description: 'Resize', unit: 'megapixel', unitPriceMicros: '50', unitsMax: 1_000 },
    },
  ],
  maxRuntimeSeconds: 60,
});
