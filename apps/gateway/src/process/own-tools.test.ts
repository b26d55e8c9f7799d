/** Own tools at a gateway: offered within a second of their publication, sold like built-in tools, refused once retired. */
import { hash, randomUUID } from 'node:crypto';
import type { Batch, BatchQuote, Catalog, Execution, Quote } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { openTestDatabase } from '@farebox/testing';
import { activateTool, publishTool, retireTool } from '@farebox/tools';
import { manifestOf, publishForTest, readForTest } from '@farebox/tools/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let database: Database;
let key: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  database = openTestDatabase({ url: gateway.appUrl, poolMax: 4, applicationName: 'own-tools-test' });
  key = (await (await gateway.newProject()).newKey()).token;
});

afterAll(async () => {
  await database.close();
  await gateway[Symbol.asyncDispose]();
});

const photo = { fileId: 'file_sample_photo' };
const soon = { timeout: 30_000, interval: 50 };

interface Asked {
  readonly tool: string;
  readonly arguments: object;
}

const post = <T>(path: string, json: unknown, once?: string) =>
  gateway.call<T>(`POST ${path}`, {
    key,
    json,
    ...(once === undefined ? {} : { headers: { 'Idempotency-Key': once } }),
  });
const quote = async (asked: Asked): Promise<Quote> => (await post<Quote>('/tools/quote', asked)).data;
const execute = (asked: Asked, { priceVersion, maximumChargeMicros }: Quote, once: string = randomUUID()) =>
  post<Execution>(`/tools/${asked.tool}`, { ...asked, priceVersion, maximumChargeMicros }, once);
const catalogNow = async (): Promise<Catalog> => (await gateway.call<Catalog>('GET /tools', { key })).data;
const listed = async (name: string): Promise<Catalog['tools'][number] | undefined> =>
  (await catalogNow()).tools.find((tool) => tool.name === name);

const ANALYZE = { tool: 'image-analyze', arguments: { source: photo } };
const ask = (name: string): Asked => ({ tool: name, arguments: { source: photo } });

/** The reply to an MCP tool call. */
async function byAgent(name: string, args: object): Promise<string> {
  const accept = { Accept: 'application/json, text/event-stream' };
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return (await gateway.call('POST /mcp', { key, json, headers: accept })).text;
}

/** Publishes it, and waits until the gateway offers the version. */
async function offered(name: string, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const before = (await catalogNow()).priceVersion;
  await publishForTest(database, manifestOf(name, changes));
  await expect.poll(async () => (await catalogNow()).priceVersion, soon).not.toBe(before);
}

test('a published tool is listed, quoted, executed, chained, batched, kept in a template and in the OpenAPI document', async () => {
  await offered('acme-read');
  expect(await listed('acme-read')).toMatchObject({ available: true, price: { unit: 'megapixel' } });
  const quoted = await quote(ask('acme-read'));
  expect(quoted).toMatchObject({ minimumChargeMicros: 1_000, maximumChargeMicros: 1_600, model: null, blockers: [] });
  const executed = await execute(ask('acme-read'), quoted);
  expect([executed.status, executed.data.priceVersion]).toEqual([202, quoted.priceVersion]);

  const steps = [
    { tool: 'image-convert', arguments: { source: photo, model: 'png' } },
    { tool: 'acme-read', arguments: { source: { step: 0, artifact: 0 } } },
  ];
  const pipeline = { tool: 'pipeline', arguments: { steps } };
  expect((await execute(pipeline, await quote(pipeline))).status).toBe(202);

  const items = [{ arguments: { source: photo } }, { arguments: { source: photo, languages: ['de'] } }];
  const batch = { tool: 'acme-read', items };
  const { data } = await post<BatchQuote>('/tools/batches/quote', batch);
  const { priceVersion, maximumChargeMicros } = data;
  const bought = await post<Batch>('/tools/batches', { ...batch, priceVersion, maximumChargeMicros }, randomUUID());
  expect([bought.status, bought.data.priceVersion]).toEqual([202, quoted.priceVersion]);

  const reading = { tool: 'acme-read', arguments: { source: { $parameter: 'picture' } } };
  const kept = { parameters: { picture: { type: 'file' } }, steps: [reading] };
  await post('/tools/templates', { name: 'reader', ...kept });
  const named = { tool: '@reader', arguments: { picture: photo } };
  const ofTemplate = await quote(named);
  expect(ofTemplate.priceVersion).toBe(`${quoted.priceVersion}.1`);
  expect((await post('/tools/@reader', { ...named, ...chosen(ofTemplate) }, randomUUID())).status).toBe(202);

  expect(await (await fetch(`${gateway.url}/openapi.json`)).text()).toContain('acme-read');
  expect(await byAgent('list_tools', { text: 'acme-read' })).toContain('acme-read');
  expect(await byAgent('quote', ask('acme-read'))).toContain(`quo_${quoted.priceVersion}`);
});

const chosen = ({ priceVersion, maximumChargeMicros }: Quote) => ({ priceVersion, maximumChargeMicros });

test('a batch of pipelines with several own tools has one price version, which names each of them', async () => {
  await offered('acme-one');
  await offered('acme-two');
  const of = (...names: readonly string[]) => ({ arguments: { steps: names.map(ask) } });
  const batch = { tool: 'pipeline', items: [of('acme-one'), of('acme-two', 'acme-one'), of('image-analyze')] };
  const { data } = await post<BatchQuote>('/tools/batches/quote', batch);
  const { priceVersion, maximumChargeMicros } = data;
  const both = { tool: 'pipeline', ...of('acme-two', 'acme-one') };
  expect(priceVersion).toBe((await quote(both)).priceVersion);
  const bought = await post<Batch>('/tools/batches', { ...batch, priceVersion, maximumChargeMicros }, randomUUID());
  expect(bought.status, bought.text).toBe(202);
  const base = (await quote(ANALYZE)).priceVersion;
  const rows = await database.rows(Prisma.sql`
    SELECT FROM price_version AS v JOIN price_version AS base USING (table_version)
    WHERE v.version = ${priceVersion} AND base.version = ${base} AND v.terms_version IS NOT DISTINCT FROM base.terms_version`);
  expect(rows).toHaveLength(1);
});

test('a quote of another tool stays valid when a tool is published; an old quote of the tool itself does not', async () => {
  await offered('acme-first');
  const [builtIn, first] = [await quote(ANALYZE), await quote(ask('acme-first'))];
  await offered('acme-second');
  expect((await execute(ANALYZE, builtIn)).status).toBe(202);
  expect((await execute(ask('acme-first'), first)).status).toBe(202);
  await offered('acme-first', { title: 'Another title' });
  expect((await execute(ask('acme-first'), first)).error.message).toBe('price_version_mismatch');
  expect((await execute(ANALYZE, builtIn)).status).toBe(202);
  expect((await execute(ask('acme-first'), await quote(ask('acme-first')))).status).toBe(202);
});

test('a retired tool is refused; its executions stay readable, and their replays return them', async () => {
  await offered('acme-retired');
  const [asked, once] = [ask('acme-retired'), randomUUID()];
  const quoted = await quote(asked);
  const { data } = await execute(asked, quoted, once);
  await database.transaction((transaction) => retireTool(transaction, 'acme-retired'));
  await expect.poll(async () => (await listed('acme-retired')) === undefined, soon).toBe(true);
  const refused = await post('/tools/quote', asked);
  expect([refused.status, refused.error.message]).toEqual([404, 'tool_not_found']);
  expect((await execute(asked, quoted)).error.message).toBe('tool_not_found');
  expect((await execute(asked, quoted, once)).data.id).toBe(data.id);
  expect((await gateway.call<Execution>(`GET /tools/executions/${data.id}`, { key })).data.tool).toBe('acme-retired');
  await database.transaction((transaction) => activateTool(transaction, 'acme-retired', 1));
  await expect.poll(async () => (await listed('acme-retired')) !== undefined, soon).toBe(true);
});

test('a manifest that this release cannot offer leaves all other tools on offer', async () => {
  await offered('acme-sound');
  const broken = readForTest(manifestOf('acme-broken'));
  const texts = [broken.canonical.replace('"kind":"http"', '"kind":"telepathy"'), 'no JSON'];
  for (const [n, canonical] of texts.entries()) {
    const manifest = { ...broken.manifest, name: `acme-broken-${n}` };
    const tool = { ...broken, manifest, canonical, digest: hash('sha256', canonical) };
    await database.transaction((transaction) => publishTool(transaction, { tool, activate: true, by: 'test' }));
  }
  await offered('acme-later');
  expect([await listed('acme-broken-0'), await listed('acme-broken-1')]).toEqual([undefined, undefined]);
  expect(await listed('acme-sound')).toBeDefined();
});
