/** Quotes of gateways while prices change: two gateways on one database, whatever their clocks show. */
import { createCatalogMaker, PRICE_TABLE, type PriceTable, type ToolPrices } from '@farebox/catalog';
import type { Quote } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { createPriceReader, type PriceReader, publishTable, publishTerms } from '@farebox/prices';
import { openTestDatabase, runSql } from '@farebox/testing';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { toolReader } from '@farebox/tools';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentFor, startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { readGatewayConfig } from '../config.ts';
import { startGateway } from './gateway.ts';
import { createOffers, type Offers } from './offers.ts';

const CODE: PriceTable['tools'] = PRICE_TABLE.tools;
const resize = CODE['image-resize'] as ToolPrices;
const pricedAt = (unitPriceMicros: number): PriceTable['tools'] => ({
  ...CODE,
  'image-resize': { ...resize, unitPriceMicros: String(unitPriceMicros), description: `${unitPriceMicros} each.` },
});
const makers = { live: createCatalogMaker({ rehearsal: false }), test: createCatalogMaker({ rehearsal: false }) };
const LIVE = { id: 'proj_nobody', environment: 'live' } as const;
const silent = { warn: () => {} };
const ASKED = { source: { fileId: 'file_sample_photo' }, width: 1024, height: 1024 };

let gateway: TestGateway;
let database: Database;
let project: TestProject;
let key: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  database = openTestDatabase({ url: gateway.appUrl, poolMax: 4, applicationName: 'offers-test' });
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

afterAll(async () => {
  await database.close();
  await gateway[Symbol.asyncDispose]();
});

const MEANT = { isConfirmed: true, unitChanges: [], by: 'ann', code: CODE, effectiveAt: null };
const publish = (tools: PriceTable['tools']) =>
  database.transaction((transaction) => publishTable(transaction, { ...MEANT, tools }));

const quote = async () =>
  (await gateway.call<Quote>('POST /tools/quote', { key, json: { tool: 'image-resize', arguments: ASKED } })).data;
const execute = (
  { priceVersion, maximumChargeMicros }: Pick<Quote, 'priceVersion' | 'maximumChargeMicros'>,
  idempotencyKey: string = randomUUID(),
) =>
  gateway.call('POST /tools/image-resize', {
    key,
    headers: { 'Idempotency-Key': idempotencyKey },
    json: { tool: 'image-resize', arguments: ASKED, priceVersion, maximumChargeMicros },
  });
const unitPrice = ({ breakdown }: Quote) => breakdown[0]?.unitPriceMicros;
const soon = { timeout: 30_000, interval: 50 };

test('within seconds a published price table is quoted, listed and charged; an old quote is refused, a replay is not', async () => {
  const old = await quote();
  const once = randomUUID();
  expect((await execute(old, once)).status).toBe(202);
  const { after } = await publish(pricedAt(unitPrice(old) === 150 ? 160 : 150));
  await expect.poll(async () => (await quote()).priceVersion, soon).toBe(after.version);
  expect((await execute(old)).error.message).toBe('price_version_mismatch');
  expect((await execute(old, once)).status).toBe(202);
  const now = await quote();
  expect(String(unitPrice(now))).toBe(after.prices.tools['image-resize']?.unitPriceMicros);
  expect((await execute({ ...now, maximumChargeMicros: 1_000_000 })).status).toBe(202);
  const catalog = await gateway.call<{
    priceVersion: string;
    tools: { name: string; price: { unitPriceMicros: number } }[];
  }>('GET /tools', { key });
  expect(catalog.data.priceVersion).toBe(after.version);
  expect((await (await fetch(`${gateway.url}/openapi.json`)).text()).includes(after.version)).toBe(true);
  expect(catalog.data.tools.find(({ name }) => name === 'image-resize')?.price.unitPriceMicros).toBe(unitPrice(now));
});

test('negotiated terms apply to one project; another project gets list prices', async () => {
  const other = await gateway.newProject();
  const otherKey = (await other.newKey()).token;
  const before = await quote();
  await database.transaction((transaction) =>
    publishTerms(transaction, { ...MEANT, projectId: project.id, basisPoints: 5_000, tools: {} }),
  );
  await expect.poll(async () => (await quote()).priceVersion, soon).not.toBe(before.priceVersion);
  const now = await quote();
  expect(unitPrice(now)).toBe(Math.floor((unitPrice(before) ?? 0) / 2));
  expect((await execute(now)).status).toBe(202);
  const theirs = await gateway.call<Quote>('POST /tools/quote', {
    key: otherKey,
    json: { tool: 'image-resize', arguments: ASKED },
  });
  expect(theirs.data).toEqual(before);
  // A request at the price version of another project is refused, whichever is cheaper.
  expect((await execute(before)).error.message).toBe('price_version_mismatch');
});

/** A gateway's view of prices, with a clock of any offset and a database connection that can be interrupted. */
async function offersAt(aheadMs: number, isDeaf = false): Promise<Offers & { deafen: (deaf: boolean) => void }> {
  let deaf = isDeaf;
  const reader: PriceReader = createPriceReader(database);
  const offers = createOffers({
    makers,
    reader: { ...reader, changes: (after) => (deaf ? Promise.reject(new Error('not heard')) : reader.changes(after)) },
    tools: toolReader(database),
    clock: { monotonicMs: () => performance.now() + aheadMs },
    logger: silent,
  });
  if (!deaf) await offers.refresh();
  return { ...offers, deafen: (now) => (deaf = now) };
}

test('gateways with clocks days apart switch prices by the database’s clock; without a database they keep the last prices', async () => {
  const all = await Promise.all([offersAt(0), offersAt(-86_400_000), offersAt(86_400_000)]);
  const deaf = await offersAt(0);
  try {
    const versionsOf = () => all.map((each) => each.listed('live').priceVersion);
    const [before] = versionsOf();
    deaf.deafen(true);
    const { after } = await publish(pricedAt(170));
    expect(new Set(versionsOf())).toEqual(new Set([before]));
    await expect.poll(versionsOf, soon).toEqual(all.map(() => after.version));
    expect(deaf.listed('live').priceVersion).toBe(before);
    deaf.deafen(false);
    await expect.poll(() => deaf.listed('live').priceVersion, soon).toBe(after.version);
  } finally {
    for (const each of [...all, deaf]) each.close();
  }
});

test('a gateway that has never read prices refuses requests, and reads the prices again on each request', async () => {
  const offers = await offersAt(0, true);
  try {
    await expect(offers.catalogOf(LIVE)).rejects.toMatchObject({ message: 'service_unavailable' });
    offers.deafen(false);
    expect((await offers.catalogOf(LIVE)).priceVersion).toBe((await quoteOfList()).priceVersion);
  } finally {
    offers.close();
  }
});

async function quoteOfList(): Promise<Quote> {
  const { token } = await (await gateway.newProject()).newKey();
  return (
    await gateway.call<Quote>('POST /tools/quote', { key: token, json: { tool: 'image-resize', arguments: ASKED } })
  ).data;
}

test('a tool missing from the published table gets the code’s price, under a separate version that the database knows', async () => {
  const { 'image-crop': crop, ...older } = pricedAt(170) as Record<string, ToolPrices>;
  const known = (await quoteOfList()).priceVersion;
  const table = { ...PRICE_TABLE, tools: older, edition: 99 };
  await runSql(
    gateway.databaseUrl,
    `SELECT price_table_publish('2026-11-22.0000001d', '${JSON.stringify(table).replaceAll("'", "''")}', date_trunc('milliseconds', clock_timestamp()), 'test')`,
  );
  await expect.poll(async () => (await quoteOfList()).priceVersion, soon).not.toBe(known);
  const { priceVersion } = await quoteOfList();
  const [entered] = await database.prisma.$queryRaw<{ table_version: string }[]>`
    SELECT table_version FROM price_version WHERE version = ${priceVersion}`;
  expect([priceVersion === '2026-11-22.0000001d', entered?.table_version]).toEqual([false, '2026-11-22.0000001d']);
  const offers = await offersAt(0);
  const shown = offers.listed('live').describe({ executionEnabled: true });
  offers.close();
  expect(shown.tools.find(({ name }) => name === 'image-crop')?.price.unitPriceMicros).toBe(
    Number(crop?.unitPriceMicros),
  );
});

test('after one of two gateways has accepted at the new price version, none accepts at the old one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-second-'));
  const telemetry = { logger: createLogger({ app: 'gateway', level: 'silent' }), metrics: createMetrics('gateway') };
  const second = await startGateway(readGatewayConfig(await environmentFor(gateway.appUrl, directory)), telemetry);
  try {
    const payer = await gateway.newProject({ fundedMicros: 1_000_000_000, capMicros: null });
    const { token } = await payer.newKey();
    const old = (await quoteOfList()).priceVersion;
    const next = (await publish(pricedAt(180))).after.version;
    const ask = async (url: string, priceVersion: string): Promise<number> => {
      const response = await fetch(`${url}/tools/image-resize`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify({ tool: 'image-resize', arguments: ASKED, priceVersion, maximumChargeMicros: 1_000_000 }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    // Requests both versions from both gateways, without a pause, until both accept the new one.
    const round = () =>
      Promise.all([gateway.url, second.url].flatMap((url) => [ask(url, old), ask(url, next)])).then(
        ([, first, , other]) => [first, other],
      );
    await expect.poll(round, { timeout: 60_000, interval: 1 }).toEqual([202, 202]);
    const rows = await database.prisma.$queryRaw<{ price_version: string; created_at: Date }[]>`
      SELECT price_version, created_at FROM execution WHERE project_id = ${payer.id}`;
    const at = (version: string) =>
      rows.filter((row) => row.price_version === version).map((row) => row.created_at.getTime());
    expect(at(next).length).toBeGreaterThanOrEqual(2);
    expect(Math.max(0, ...at(old))).toBeLessThanOrEqual(Math.min(...at(next)));
  } finally {
    await second.close();
    await rm(directory, { recursive: true });
  }
});
