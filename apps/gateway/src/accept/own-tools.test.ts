/** The accept of own tools: a gateway that has not heard of a change sells nothing of a version that is no longer active. */
import {
  createCatalogMaker,
  ownTool,
  PRICE_TABLE,
  type PriceTable,
  priceVersionOf,
  type Quote,
  SAMPLE_FILES,
  type ToolPrices,
} from '@farebox/catalog';
import { randomUUID } from 'node:crypto';
import { type Database, Prisma } from '@farebox/db';
import {
  type AcceptBatch,
  type AcceptRequest,
  type BatchStore,
  createBatchStore,
  createExecutionStore,
  type ExecutionStore,
} from '@farebox/executions';
import { publishTable } from '@farebox/prices';
import { openTestDatabase } from '@farebox/testing';
import { activateTool, retireTool } from '@farebox/tools';
import { manifestOf, publishForTest, readForTest } from '@farebox/tools/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let database: Database;
let executions: ExecutionStore;
let batches: BatchStore;
let projectId: string;
let name: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  database = openTestDatabase({ url: gateway.appUrl, poolMax: 4, applicationName: 'own-accept-test' });
  [executions, batches] = [createExecutionStore(database), createBatchStore(database)];
});

afterAll(async () => {
  await database.close();
  await gateway[Symbol.asyncDispose]();
});

let made = 0;
/** A tool with a first version, which is active, and a second one, which is not. */
beforeEach(async () => {
  projectId = (await gateway.newProject()).id;
  name = `acme-tool-${++made}`;
  await publishForTest(database, manifestOf(name));
  await publishForTest(database, second(), { activate: false });
});

const second = () => manifestOf(name, { title: 'Another title' });
const files = new Map(SAMPLE_FILES.map((file) => [file.id, file]));
const maker = createCatalogMaker({ rehearsal: true });
let base = priceVersionOf(PRICE_TABLE);

/** A quote of a gateway that takes this version for the active one. */
function quoteOf(version: 1 | 2, tool = name): Quote {
  const own = [ownTool(readForTest(version === 1 ? manifestOf(name) : second()), version)];
  const catalog = maker({ table: PRICE_TABLE, version: base, own });
  const prepared = catalog.prepare({ tool, arguments: { source: { fileId: 'file_sample_photo' } } });
  const quote = prepared.ok ? catalog.quote(prepared, files) : prepared;
  if (!quote.ok) throw new Error(JSON.stringify(quote));
  return quote;
}

const paid = () => ({
  projectId,
  keyId: 'key_one',
  keyLineage: 'key_one',
  idempotencyKey: randomUUID(),
  bodyHash: 'ab'.repeat(32),
});
const accept = async (quote: Quote, request: Partial<AcceptRequest> = {}) =>
  (await executions.accept({ ...paid(), ...quote, ...request })).kind;
const acceptBatch = async (...items: Quote[]) => {
  const [first] = items as [Quote];
  const request: AcceptBatch = { ...paid(), tool: first.tool, priceVersion: first.priceVersion, items };
  return (await batches.accept(request)).kind;
};
const activate = (version: number) => database.transaction((transaction) => activateTool(transaction, name, version));

test('a version is accepted only while it is active, alone and in a batch', async () => {
  const [old, next] = [quoteOf(1), quoteOf(2)];
  expect([await accept(old), await accept(next)]).toEqual(['accepted', 'price_version_mismatch']);
  expect([await acceptBatch(old, old), await acceptBatch(next)]).toEqual(['accepted', 'price_version_mismatch']);
  await activate(2);
  expect([await accept(old), await accept(next)]).toEqual(['price_version_mismatch', 'accepted']);
  expect([await acceptBatch(old), await acceptBatch(next, next)]).toEqual(['price_version_mismatch', 'accepted']);
});

test('a retired tool is not accepted by a gateway that still offers it', async () => {
  const quote = quoteOf(1);
  await database.transaction((transaction) => retireTool(transaction, name));
  expect([await accept(quote), await acceptBatch(quote)]).toEqual(['price_version_mismatch', 'price_version_mismatch']);
});

test('only what is accepted leaves its price version on record', async () => {
  const poor = await gateway.newProject({ fundedMicros: 1 });
  const quote = quoteOf(1);
  const recorded = () =>
    database.rows(Prisma.sql`SELECT version FROM price_version WHERE version = ${quote.priceVersion}`);
  expect(await accept(quote, { projectId: poor.id })).toBe('insufficient_balance');
  expect(await acceptBatch(quoteOf(2))).toBe('price_version_mismatch');
  expect(await recorded()).toEqual([]);
  expect(await acceptBatch(quote)).toBe('accepted');
  expect(await recorded()).toEqual([{ version: quote.priceVersion }]);
});

test('an outdated request takes nothing from the requests that are accepted with it', async () => {
  const poor = await gateway.newProject({ fundedMicros: 3_000 });
  const [old, builtIn] = [quoteOf(1), quoteOf(1, 'image-analyze')];
  await activate(2);
  const next = quoteOf(2);
  const outcomes = await Promise.all(
    [old, next, builtIn, old, next].map((each) => accept(each, { projectId: poor.id })),
  );
  expect(outcomes).toEqual([
    'price_version_mismatch',
    'accepted',
    'accepted',
    'price_version_mismatch',
    'insufficient_balance',
  ]);
});

test('a batch with one outdated item is not accepted', async () => {
  const [old, next] = [quoteOf(1), quoteOf(2)];
  await activate(2);
  expect(await acceptBatch(next, old)).toBe('price_version_mismatch');
});

test('a replay is found whatever version is active', async () => {
  const [quote, idempotencyKey] = [quoteOf(1), randomUUID()];
  expect(await accept(quote, { idempotencyKey })).toBe('accepted');
  await activate(2);
  expect(await accept(quote, { idempotencyKey })).toBe('replayed');
});

test('a running execution keeps the version of its plan', async () => {
  const request = { ...paid(), ...quoteOf(1) };
  await executions.accept(request);
  await activate(2);
  const [row] = await database.rows<{ model: string }>(Prisma.sql`
    SELECT plan #>> '{0,parameters,model}' AS model FROM execution WHERE idempotency_key = ${request.idempotencyKey}`);
  expect(row?.model).toBe('1');
});

test('the version of table and terms must be in force as well', async () => {
  const analyze: ToolPrices = { ...PRICE_TABLE.tools['image-analyze'], description: 'Another text.' };
  const tools: PriceTable['tools'] = { ...PRICE_TABLE.tools, 'image-analyze': analyze };
  const proposal = { tools, isConfirmed: true, unitChanges: [], by: 'ann', code: PRICE_TABLE.tools, effectiveAt: null };
  const old = quoteOf(1);
  const { after } = await database.transaction((transaction) => publishTable(transaction, proposal));
  await expect.poll(() => accept(old), { timeout: 30_000, interval: 50 }).toBe('price_version_mismatch');
  base = after.version;
  expect(await accept(quoteOf(1))).toBe('accepted');
});
