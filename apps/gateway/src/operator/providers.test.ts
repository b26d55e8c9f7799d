/** External services over the operator API: every configured entry with its tools and health, without its key. */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCircuits } from '@farebox/providers';
import { runSql } from '@farebox/testing';
import { retireTool } from '@farebox/tools';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { HELD, underReview } from '../testing/review.fixture.ts';

interface Provider {
  readonly name: string;
  readonly kind: string;
  readonly host: string;
  readonly circuit: string;
  readonly failuresInARow: number;
  readonly openUntil: string | null;
  readonly openCalls: number;
}
interface Details extends Provider {
  readonly serves: readonly object[];
  readonly month: object;
  readonly lastFailures: readonly { readonly executionId: string }[];
}

const FILE = {
  providers: {
    openai: {
      kind: 'openai',
      url: 'https://api.pictures.example/v1',
      key: { env: 'PICTURES_KEY' },
      models: { 'gpt-image-1': { cost: '0.04/image' } },
    },
    spare: {
      kind: 'openai',
      url: 'https://voices.example/v1',
      key: { file: 'secrets/voices' },
      models: { painter: {} },
    },
  },
  tools: {
    'image-generate/high': [
      { provider: 'openai', model: 'gpt-image-1' },
      { provider: 'spare', model: 'painter' },
    ],
  },
};

let folder: string;
let gateway: TestOperatorGateway;
let operator: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-providers-'));
  const file = join(folder, 'providers.json');
  writeFileSync(file, JSON.stringify(FILE));
  gateway = await startTestOperatorGateway({
    FAREBOX_PROVIDERS_FILE: file,
    FAREBOX_SIMULATOR_URL: 'http://127.0.0.1:9',
  });
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const listed = async () =>
  (await gateway.operate<{ providers: Provider[] }>('GET /providers', { session: operator })).data.providers;
const details = async (name: string) =>
  (await gateway.operate<Details>(`GET /providers/${name}`, { session: operator })).data;
const quiet = { circuit: 'closed', failuresInARow: 0, openUntil: null, openCalls: 0 };

test('every entry is listed with its URL and without its key', async () => {
  const { text, data } = await gateway.operate<{ providers: Provider[] }>('GET /providers', { session: operator });
  expect(data.providers).toEqual([
    { name: 'openai', kind: 'openai', host: 'api.pictures.example', ...quiet },
    { name: 'spare', kind: 'openai', host: 'voices.example', ...quiet },
    { name: 'simulated-openai', kind: 'openai', host: '127.0.0.1:9', ...quiet },
    { name: 'simulated-predictions', kind: 'predictions', host: '127.0.0.1:9', ...quiet },
  ]);
  const one = await gateway.operate('GET /providers/spare', { session: operator });
  expect(`${text}${one.text}`).not.toMatch(/PICTURES_KEY|secrets/);
  expect(one.data).toMatchObject({
    serves: [{ model: 'image-generate/high', by: 'painter', isSpare: true }],
    month: { calls: 0, bookedMicros: 0, costMicros: 0 },
    lastFailures: [],
  });
  const absent = await gateway.operate('GET /providers/absent', { session: operator });
  expect([absent.status, absent.error.message]).toEqual([404, 'not_found']);
});

test('the list shows if a circuit is open', async () => {
  const { report } = createCircuits(gateway.database);
  const spare = async () => (await listed()).find(({ name }) => name === 'spare');
  for (let call = 0; call < 4; call++) await report('spare', 'failed');
  expect(await spare()).toMatchObject({ circuit: 'closed', failuresInARow: 4, openUntil: null });
  await report('spare', 'failed');
  await gateway.database.prisma.$executeRaw`
    UPDATE provider_circuit SET open_until = open_until + interval '1 hour' WHERE provider = 'spare'`; // in case this machine is slow
  expect(await spare()).toMatchObject({ circuit: 'open', failuresInARow: 5, openUntil: expect.any(String) });
  await report('spare', 'ok');
  expect(await spare()).toMatchObject(quiet);
});

test('provider calls without an outcome are counted, and later their cost', async () => {
  const project = await gateway.newProject();
  const { executionId } = await underReview(gateway.database, project.id);
  const [{ provider } = { provider: null }] = await gateway.database.prisma.executionStep.findMany({
    where: { executionId },
  });
  expect(provider).toBe('openai');
  expect(await details('openai')).toMatchObject({ openCalls: 1, lastFailures: [], month: { calls: 0 } });
  expect((await listed()).map(({ openCalls }) => openCalls)).toEqual([1, 0, 0, 0]);
  const body = { resolution: 'verified_cost', verifiedCostMicros: 40, reason: 'invoice 17' };
  const review = `/projects/${project.id}/reviews/${executionId}/resolve`;
  expect((await gateway.operate(`POST ${review}`, { session: operator, body })).status).toBe(200);
  expect(await details('openai')).toMatchObject({
    openCalls: 0,
    serves: [{ model: 'image-generate/high', by: 'gpt-image-1', isSpare: false }],
    month: { calls: 1, bookedMicros: 40, costMicros: 40 },
    lastFailures: [{ projectId: project.id, executionId, reason: 'outcome_unknown' }],
  });
});

test('an absurd cost that a service states leaves its page readable, and costs of earlier months do not count', async () => {
  const before = await details('openai');
  const { databaseUrl } = gateway;
  await runSql(
    databaseUrl,
    'SET session_replication_role = replica',
    `UPDATE provider_cost SET late_micros = 9223372036854775807, late_at = now()`,
  );
  expect((await details('openai')).month).toMatchObject({ costMicros: Number.MAX_SAFE_INTEGER });
  const last = `date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 millisecond'`;
  expect(before.month).toMatchObject({ calls: 1 });
  await runSql(databaseUrl, 'SET session_replication_role = replica', `UPDATE provider_cost SET recorded_at = ${last}`);
  expect((await details('openai')).month).toEqual({ calls: 0, bookedMicros: 0, costMicros: 0 });
});

test.each([
  ['none', 0],
  ['stated', 300],
])(
  'a run of a tool with onFailure: %s costs its customer %i after a verified cost of 300',
  async (onFailure, charged) => {
    const project = await gateway.newProject();
    const [tool, { price }] = [`acme-${onFailure}`, manifestOf()];
    await publishForTest(gateway.database, manifestOf(tool, { price: { ...(price as object), onFailure } }));
    const parameters = { provider: `tool-${tool}`, model: '1', tool, version: 1 };
    const sent = { operation: 'run-tool', parameters } as const;
    const { executionId } = await underReview(gateway.database, project.id, { sent });
    const body = { resolution: 'verified_cost', verifiedCostMicros: 300, reason: 'invoice 17' };
    const path = `/projects/${project.id}/reviews/${executionId}/resolve`;
    const { data } = await gateway.operate(`POST ${path}`, { session: operator, body });
    expect(data).toEqual({ executionId, status: 'failed', chargedMicros: charged, releasedMicros: HELD - charged });
    const rows = await gateway.database.prisma.providerCost.findMany({ where: { executionId } });
    expect(rows).toMatchObject([{ statedMicros: 300n, bookedMicros: BigInt(charged) }]);
    const audit = await gateway.operate(`GET /projects/${project.id}/audit?limit=1`, { session: operator });
    expect(audit.data).toMatchObject({ entries: [{ after: { chargedMicros: charged, verifiedCostMicros: 300 } }] });
    const check = `SELECT * FROM ledger_check_costs(ARRAY['${project.id}'], ARRAY['${executionId}'])`;
    expect(await runSql(gateway.databaseUrl, check)).toEqual([]);
  },
);

test('the runner of a tool on offer is listed with its host and circuit, until the tool is retired', async () => {
  const tool = `acme-${'a'.repeat(59)}`; // the longest name of a tool
  const { database } = gateway;
  await publishForTest(database, manifestOf(tool));
  const runner = async () => (await listed()).find(({ name }) => name === `tool-${tool}`);
  expect(await runner()).toEqual({ name: `tool-${tool}`, kind: 'http', host: '127.0.0.1:9', ...quiet });
  const { report } = createCircuits(database);
  expect(await details(`tool-${tool}`)).toMatchObject({ lastFailedCall: null });
  for (let call = 0; call < 5; call++) await report(`tool-${tool}`, 'failed', 'ECONNREFUSED');
  await database.prisma.$executeRaw`
    UPDATE provider_circuit SET open_until = open_until + interval '1 hour' WHERE provider = ${`tool-${tool}`}`;
  expect(await details(`tool-${tool}`)).toMatchObject({
    circuit: 'open',
    failuresInARow: 5,
    lastFailedCall: { at: expect.any(String), reason: 'ECONNREFUSED' },
    serves: [{ model: tool, by: 'version 1', isSpare: false }],
  });
  await database.transaction((transaction) => retireTool(transaction, tool));
  expect(await runner()).toBeUndefined();
});
