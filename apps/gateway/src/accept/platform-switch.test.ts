/** The platform switch as clients see it. The key directory tests when each gateway notices it (packages/identity). */
import { randomUUID } from 'node:crypto';
import type { Catalog, Execution, Quote } from '@farebox/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

const input = { tool: 'rehearsal', arguments: {} };
/** The gateway may still use a cached key. This is not a guarantee, only the time after which the test fails. */
const SEEN = { timeout: 30_000, interval: 100 };
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  key = (await (await gateway.newProject()).newKey()).token;
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const quote = async () => (await gateway.call<Quote>('POST /tools/quote', { key, json: input })).data;
const isOn = async () => (await gateway.call<Catalog>('GET /tools', { key })).data.executionEnabled;
const turn = (executionEnabled: boolean) => gateway.database.prisma.platform.updateMany({ data: { executionEnabled } });

async function execute(idempotencyKey: string = randomUUID()) {
  const { priceVersion, maximumChargeMicros } = await quote();
  const json = { ...input, priceVersion, maximumChargeMicros };
  const headers = { 'Idempotency-Key': idempotencyKey };
  return await gateway.call<Execution>('POST /tools/rehearsal', { key, json, headers });
}

test('with the platform switched off nothing is accepted and replays work; switched on again it accepts', async () => {
  const idempotencyKey = randomUUID();
  const first = await execute(idempotencyKey);
  expect(first.status).toBe(202);

  await turn(false);
  await expect.poll(isOn, SEEN).toBe(false);
  expect((await quote()).blockers).toEqual(['execution_disabled']);
  const refused = await execute();
  expect([refused.status, refused.error.message]).toEqual([503, 'execution_disabled']);
  expect(refused.error.details).toMatchObject({ accepted: false });
  const replay = await execute(idempotencyKey);
  expect(replay.data.id).toBe(first.data.id);

  await turn(true);
  await expect.poll(isOn, SEEN).toBe(true);
  expect((await quote()).blockers).toEqual([]);
  expect((await execute()).status).toBe(202);
});

test('the setting disables execution on a gateway even if the platform switch is on', async () => {
  await using off = await startTestGateway({ FAREBOX_EXECUTION_ENABLED: 'false' });
  const own = (await (await off.newProject()).newKey()).token;
  expect((await off.call<Catalog>('GET /tools', { key: own })).data.executionEnabled).toBe(false);
  expect((await off.call<Quote>('POST /tools/quote', { key: own, json: input })).data.blockers).toEqual([
    'execution_disabled',
  ]);
});
