/** Live and test projects side by side: each reaches only the external services of its own environment. */
import { randomUUID } from 'node:crypto';
import type { Catalog, Execution, Quote } from '@farebox/contract';
import { Prisma } from '@farebox/db';
import { expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

const LIVE = {
  FAREBOX_OPENAI_URL: 'http://127.0.0.1:9/v1',
  FAREBOX_OPENAI_MODELS: 'image-generate/standard=pictures-1',
};
const SIMULATOR = { FAREBOX_SIMULATOR_URL: 'http://127.0.0.1:10' };
const generate = { tool: 'image-generate', arguments: { prompt: 'a lighthouse' } };
const pipeline = { tool: 'pipeline', arguments: { steps: [generate, generate] } };

type Environment = 'live' | 'test';
const keyOf = async (gateway: TestGateway, environment: Environment): Promise<string> =>
  (await (await gateway.newProject({ environment })).newKey()).token;

async function execute(gateway: TestGateway, key: string, input: { readonly tool: string }) {
  const { priceVersion, maximumChargeMicros } = (await gateway.call<Quote>('POST /tools/quote', { key, json: input }))
    .data;
  const json = { ...input, priceVersion, maximumChargeMicros };
  const headers = { 'Idempotency-Key': randomUUID() };
  return gateway.call<Execution>(`POST /tools/${input.tool}`, { key, json, headers });
}

/** External services that the accepted execution's provider calls will reach. */
async function servicesOf({ database }: TestGateway, id: string): Promise<readonly string[]> {
  const rows = await database.rows<{ service: string }>(Prisma.sql`
    SELECT step #>> '{parameters,provider}' AS service FROM execution, jsonb_array_elements(plan) AS step WHERE id = ${id}`);
  return rows.map(({ service }) => service);
}

const offered = async (gateway: TestGateway, key: string): Promise<string[]> => {
  const { tools } = (await gateway.call<Catalog>('GET /tools', { key })).data;
  return tools.flatMap(({ name, models }) =>
    models.filter(({ available }) => available).map((model) => `${name}/${model.name}`),
  );
};
const PAID =
  /^(image-generate|image-stylize|image-upscale|image-remove-background|speech-generate|audio-transcribe|video-generate)\//;

test.each(['live', 'test'] as const)(
  'a %s project reaches the services of its environment, in a single tool and in a pipeline',
  async (environment) => {
    await using gateway = await startTestGateway({ ...LIVE, ...SIMULATOR });
    const key = await keyOf(gateway, environment);
    const service = environment === 'live' ? 'openai' : 'simulated-openai';
    for (const [input, count] of [
      [generate, 1],
      [pipeline, 2],
    ] as const) {
      const { status, data } = await execute(gateway, key, input);
      expect(status).toBe(202);
      expect(await servicesOf(gateway, data.id)).toEqual(Array(count).fill(service));
    }
  },
);

test('an external service that is configured for one environment is unavailable in the other', async () => {
  await using onlyLive = await startTestGateway(LIVE);
  await using onlyTest = await startTestGateway(SIMULATOR);
  for (const [gateway, environment] of [
    [onlyLive, 'test'],
    [onlyTest, 'live'],
  ] as const) {
    const key = await keyOf(gateway, environment);
    expect((await offered(gateway, key)).filter((name) => PAID.test(name))).toEqual([]);
    const refused = await execute(gateway, key, generate);
    expect([refused.status, refused.error.message]).toEqual([404, 'tool_unavailable']);
  }
  expect((await offered(onlyLive, await keyOf(onlyLive, 'live'))).filter((name) => PAID.test(name))).toEqual([
    'image-generate/standard',
  ]);
});

test('with a simulator a test project has every external tool', async () => {
  await using gateway = await startTestGateway(SIMULATOR);
  const { tools } = (await gateway.call<Catalog>('GET /tools', { key: await keyOf(gateway, 'test') })).data;
  const external = tools.filter(({ name }) => PAID.test(`${name}/`));
  expect(external).toHaveLength(7);
  expect(external.filter(({ available, models }) => !available || models.some((model) => !model.available))).toEqual(
    [],
  );
});
