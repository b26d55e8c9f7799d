/** Tools on external services: their availability, and refusals while a service fails. */
import { randomUUID } from 'node:crypto';
import type { Catalog, Execution, Quote } from '@farebox/contract';
import { createCircuits } from '@farebox/providers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

const OFFERED = {
  FAREBOX_OPENAI_URL: 'http://127.0.0.1:9/v1',
  FAREBOX_OPENAI_MODELS: 'image-generate/standard=pictures-1',
};
const generate = { tool: 'image-generate', arguments: { prompt: 'a lighthouse' } };
const pipeline = {
  tool: 'pipeline',
  arguments: {
    steps: [generate, { tool: 'image-resize', arguments: { source: { step: 0, artifact: 0 }, width: 100 } }],
  },
};
const rehearsal = { tool: 'rehearsal', arguments: {} };
/** The gateway may use circuits that were read up to a second ago. */
const WAIT = { timeout: 30_000 };
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startTestGateway(OFFERED);
  key = (await (await gateway.newProject()).newKey()).token;
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const quoted = async (input: object) => (await gateway.call<Quote>('POST /tools/quote', { key, json: input })).data;

async function execute(input: { tool: string }, idempotencyKey: string = randomUUID()) {
  const { priceVersion, maximumChargeMicros } = await quoted(input);
  const json = { ...input, priceVersion, maximumChargeMicros };
  return gateway.call<Execution>(`POST /tools/${input.tool}`, {
    key,
    json,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

test('only configured services are available; other tools are quoted with a blocker and refused', async () => {
  const { tools } = (await gateway.call<Catalog>('GET /tools', { key })).data;
  const generates = tools.find(({ name }) => name === 'image-generate');
  expect(generates?.available).toBe(true);
  expect(generates?.models.map(({ name, available }) => [name, available])).toEqual([
    ['standard', true],
    ['high', false],
  ]);
  for (const input of [
    { tool: 'image-generate', arguments: { prompt: 'x', model: 'high' } },
    { tool: 'speech-generate', arguments: { text: 'x' } },
    { tool: 'pipeline', arguments: { steps: [rehearsal, { tool: 'speech-generate', arguments: { text: 'x' } }] } },
  ]) {
    expect((await quoted(input)).blockers).toEqual(['tool_unavailable']);
    const refused = await execute(input);
    expect([refused.status, refused.error.message]).toEqual([404, 'tool_unavailable']);
  }
});

test('an accepted plan contains the provider and its model', async () => {
  const { data } = await execute(pipeline);
  expect(data.steps.map(({ name, engine }) => [name, engine])).toEqual([
    ['generate', 'provider'],
    ['resize', 'image'],
  ]);
  const { plan } = await gateway.database.prisma.execution.findFirstOrThrow({ where: { id: data.id } });
  expect(plan).toMatchObject([{ parameters: { provider: 'openai', model: 'pictures-1' } }, {}]);
});

test('a service that keeps failing gives 503 and a blocker; replays still work', async () => {
  const idempotencyKey = randomUUID();
  const before = await execute(generate, idempotencyKey);
  const circuits = createCircuits(gateway.database);
  for (let n = 0; n < 5; n++) await circuits.report('openai', 'failed');
  for (const input of [generate, pipeline]) {
    await expect.poll(async () => (await quoted(input)).blockers, WAIT).toEqual(['tool_temporarily_unavailable']);
    const refused = await execute(input);
    expect([refused.status, refused.error.status]).toEqual([503, 'UNAVAILABLE']);
    expect(refused.error).toMatchObject({ message: 'tool_temporarily_unavailable', details: { accepted: false } });
    expect(refused.headers.get('retry-after')).toBe('5');
  }
  expect((await execute(rehearsal)).status).toBe(202);
  expect((await execute(generate, idempotencyKey)).data.id).toBe(before.data.id);
  await circuits.report('openai', 'ok');
  await expect.poll(async () => (await quoted(generate)).blockers, WAIT).toEqual([]);
  expect((await execute(generate)).status).toBe(202);
});

test('price errors take precedence over an unavailable tool, and an unavailable tool over a failing service', async () => {
  const circuits = createCircuits(gateway.database);
  for (let n = 0; n < 5; n++) await circuits.report('openai', 'failed');
  await expect.poll(async () => (await quoted(generate)).blockers, WAIT).toEqual(['tool_temporarily_unavailable']);
  const json = { ...generate, priceVersion: '2000-01-01.00000000', maximumChargeMicros: 0 };
  const send = (body: object) =>
    gateway.call('POST /tools/image-generate', { key, json: body, headers: { 'Idempotency-Key': randomUUID() } });
  expect((await send(json)).error.message).toBe('price_version_mismatch');
  const { priceVersion } = await quoted(generate);
  expect((await send({ ...json, priceVersion })).error.message).toBe('maximum_charge_too_low');
  expect((await quoted({ tool: 'speech-generate', arguments: { text: 'x' } })).blockers).toEqual(['tool_unavailable']);
});
