/** Charges of executions at other prices: pipelines by their steps, and each project by its terms. */
import { randomUUID } from 'node:crypto';
import type { StepPlan } from '@farebox/catalog';
import type { Quote } from '@farebox/contract';
import { type Charge, chargeOf } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Table {
  readonly version: string;
  readonly tools: Readonly<Record<string, object>>;
}
interface Preview {
  readonly executions: number;
  readonly chargedMicros: number;
  readonly wouldChargeMicros: number;
  readonly notCounted: number;
  readonly tools: readonly object[];
}

let gateway: TestOperatorGateway;
let session: string;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  session = await gateway.session({ subject: 'olga', isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const operate = async <T>(request: string, body?: object) => {
  const responded = await gateway.operate<T>(request, { session, ...(body === undefined ? {} : { body }) });
  expect(responded.status, responded.text).toBe(200);
  return responded.data;
};
const asked = {
  source: { fileId: 'file_sample_photo' },
  width: 3000,
  height: 4000,
  fit: 'cover',
  allowEnlargement: true,
};
const RESIZE = { tool: 'image-resize', arguments: asked };
const TWICE = {
  tool: 'pipeline',
  arguments: {
    steps: [RESIZE, { tool: 'image-resize', arguments: { ...asked, source: { step: 0, artifact: 0 } } }],
  },
};
const listAt = async (unitPriceMicros: number, minimumChargeMicros = 500) => {
  const { tools } = await operate<Table>('GET /prices/current');
  const resize = { unitPriceMicros, minimumChargeMicros, description: 'By the megapixel.' };
  return { ...tools, 'image-resize': { ...tools['image-resize'], ...resize } };
};

interface Buyer {
  readonly id: string;
  readonly key: string;
}
async function newBuyer(environment: 'live' | 'test' = 'live'): Promise<Buyer> {
  const project = await gateway.newProject({ environment });
  return { id: project.id, key: (await project.newKey()).token };
}

/** Accepts an execution and ends it as its worker would, with these units of each step. */
async function charged({ id, key }: Buyer, json: object, units: readonly bigint[]): Promise<number> {
  const { priceVersion, maximumChargeMicros } = (await gateway.call<Quote>('POST /tools/quote', { key, json })).data;
  const headers = { 'Idempotency-Key': randomUUID() };
  const sent = { ...json, priceVersion, maximumChargeMicros };
  const { tool } = json as { readonly tool: string };
  const accepted = await gateway.call<{ id: string }>(`POST /tools/${tool}`, { key, headers, json: sent });
  const { chargedMicros, billing } = await chargeFor(id, accepted.data.id, units);
  const lines = JSON.stringify(billing, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
  await runSql(
    gateway.databaseUrl,
    `SET session_replication_role = replica;
     UPDATE execution SET status = 'succeeded', finished_at = now(), charged_micros = ${chargedMicros}, billing = '${lines}'
     WHERE project_id = '${id}' AND id = '${accepted.data.id}'`,
  );
  return Number(chargedMicros);
}

async function chargeFor(projectId: string, id: string, units: readonly bigint[]): Promise<Charge> {
  const where = { projectId_id: { projectId, id } };
  const { plan, minimumMicros, maximumMicros } = await gateway.database.prisma.execution.findUniqueOrThrow({ where });
  return chargeOf(
    plan as unknown as StepPlan[],
    units.map((each, index) => ({ index, units: each })),
    { minimumMicros: micros(minimumMicros), maximumMicros: micros(maximumMicros) },
  );
}

test('a preview prices each step of a pipeline by its tool, and applies the sum of their minimums', async () => {
  const own = await newBuyer('test');
  expect(await charged(own, TWICE, [4n, 7n])).toBe(1_100);
  const at = async (unitPriceMicros: number) => {
    const { 'image-resize': resize } = await listAt(unitPriceMicros);
    return await operate<Preview>(`POST /projects/${own.id}/prices/preview`, { tools: { 'image-resize': resize } });
  };
  // Each step has a minimum of 500; together they have one minimum of 1,000.
  expect(await at(60)).toMatchObject({ notCounted: 0, chargedMicros: 1_100, wouldChargeMicros: 1_000 });
  expect(await at(120)).toMatchObject({
    tools: [{ tool: 'pipeline', executions: 1, wouldChargeMicros: 4 * 120 + 7 * 120 }],
  });
});

const NAMES = ['byList', 'byPart', 'byOwn'] as const;

test('a preview prices each project by its terms: the list in force changes no charge', async () => {
  const buyers = { byList: await newBuyer(), byPart: await newBuyer(), byOwn: await newBuyer() };
  const { 'image-resize': contract } = await listAt(80, 700);
  const termsOf = { byList: {}, byPart: { basisPoints: 9_000 }, byOwn: { tools: { 'image-resize': contract } } };
  await operate(`POST /projects/${buyers.byPart.id}/prices`, termsOf.byPart);
  await operate(`POST /projects/${buyers.byOwn.id}/prices`, termsOf.byOwn);
  const toCome = { basisPoints: 8_000, effectiveAt: new Date(Date.now() + 3_600_000).toISOString() };
  await operate(`POST /projects/${buyers.byList.id}/prices`, toCome);
  const priceFor = async ({ key }: Buyer) =>
    (await gateway.call<Quote>('POST /tools/quote', { key, json: RESIZE })).data.breakdown[0]?.unitPriceMicros;
  const soon = { timeout: 30_000, interval: 50 };
  await expect.poll(() => priceFor(buyers.byPart), soon).toBe(90);
  await expect.poll(() => priceFor(buyers.byOwn), soon).toBe(80);
  const sums = { byList: 0, byPart: 0, byOwn: 0 };
  for (const name of NAMES) {
    // Units below the minimum charge, just below it, above it, and beyond the quote.
    for (const units of [1n, 8n, 11n, 5_000n]) sums[name] += await charged(buyers[name], RESIZE, [units]);
    sums[name] += await charged(buyers[name], TWICE, [4n, 20n]);
  }
  const sum = sums.byList + sums.byPart + sums.byOwn;
  const unchanged = await operate<Preview>('POST /prices/preview', { tools: await listAt(100) });
  expect(unchanged).toMatchObject({ executions: 15, notCounted: 0, chargedMicros: sum, wouldChargeMicros: sum });
  for (const tool of unchanged.tools as Preview[]) expect(tool.wouldChargeMicros).toBe(tool.chargedMicros);
  for (const name of NAMES) {
    const alone = await operate<Preview>(`POST /projects/${buyers[name].id}/prices/preview`, termsOf[name]);
    expect(alone).toMatchObject({ executions: 5, chargedMicros: sums[name], wouldChargeMicros: sums[name] });
  }
  // A doubled list doubles the charge of a project with a discount, and changes nothing for one with negotiated prices.
  const doubled = await operate<Preview>('POST /prices/preview', { tools: await listAt(200, 1_000) });
  expect(doubled.wouldChargeMicros).toBe(2 * sums.byList + 2 * sums.byPart + sums.byOwn);
});
