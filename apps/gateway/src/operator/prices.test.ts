/** A change of prices by the operator API from end to end: previewed, published, in force, in the audit log. */
import { randomUUID } from 'node:crypto';
import type { Quote } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Entry {
  readonly minimumChargeMicros: number;
  readonly unitPriceMicros: number;
  readonly description: string;
}
interface ToolPrices extends Entry {
  readonly unit: string;
  readonly models: Readonly<Record<string, Entry>>;
}
type Tools = Readonly<Record<string, ToolPrices>>;
interface Table {
  readonly version: string;
  readonly state: string;
  readonly effectiveAt: string;
  readonly supersededAt: string | null;
  readonly cancelledAt: string | null;
  readonly publishedBy: string;
  readonly tools: Tools;
}
interface Terms extends Table {
  readonly basisPoints: number;
}
interface Preview {
  readonly executions: number;
  readonly chargedMicros: number;
  readonly wouldChargeMicros: number;
  readonly notCounted: number;
  readonly tools: readonly { readonly tool: string; readonly executions: number; readonly wouldChargeMicros: number }[];
}
interface Audit {
  readonly entries: readonly { readonly act: string; readonly target: string; readonly reason: string | null }[];
}

let gateway: TestOperatorGateway;
let project: TestProject;
let operator: string;
let admin: string;
let key: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  project = await gateway.newProject();
  key = (await project.newKey()).token;
  admin = await gateway.memberSession(project.id, 'ADMIN');
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const operate = <T>(request: string, body?: object, headers: Record<string, string> = {}) =>
  gateway.operate<T>(request, { session: operator, headers, ...(body === undefined ? {} : { body }) });
const current = async () => (await operate<Table>('GET /prices/current')).data;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const ASKED = {
  tool: 'image-resize',
  arguments: {
    source: { fileId: 'file_sample_photo' },
    width: 3000,
    height: 3000,
    fit: 'cover',
    allowEnlargement: true,
  },
};
const quote = async () => (await gateway.call<Quote>('POST /tools/quote', { key, json: ASKED })).data;
const soon = { timeout: 30_000, interval: 50 };

/** The tools in force, with image-resize at this price. */
async function resizeAt(unitPriceMicros: number): Promise<Tools> {
  const { tools } = await current();
  const resize = tools['image-resize'] as ToolPrices;
  return { ...tools, 'image-resize': { ...resize, unitPriceMicros, description: 'By the megapixel.' } };
}

test('an operator reads the table in force, changes a price and publishes it; quotes use it within seconds', async () => {
  const before = await current();
  expect(before).toMatchObject({ state: 'in_force', publishedBy: 'system', supersededAt: null });
  const published = await operate<Table>('POST /prices', { tools: await resizeAt(120), reason: 'power costs more' });
  expect([published.status, published.data.state]).toEqual([200, 'scheduled']);
  const { version } = published.data;
  await expect.poll(async () => (await quote()).priceVersion, soon).toBe(version);
  expect((await quote()).breakdown[0]?.unitPriceMicros).toBe(120);
  // A gateway estimates the clock of the database, and may be some milliseconds ahead of it.
  await expect.poll(current, soon).toMatchObject({ version, state: 'in_force', publishedBy: 'olga' });
  expect((await operate<Table>(`GET /prices/${before.version}`)).data).toMatchObject({
    state: 'superseded',
    tools: before.tools,
  });
  const { tables } = (await operate<{ tables: Table[] }>('GET /prices')).data;
  expect(tables.map((each) => each.version)).toEqual([version, before.version]);
  const { entries } = (await operate<Audit>('GET /audit')).data;
  expect(entries[0]).toMatchObject({
    act: 'price.publish',
    target: version,
    reason: 'power costs more',
    before: { version: before.version },
  });
});

test('a repeated request publishes once', async () => {
  const headers = { 'Idempotency-Key': 'a-change-of-prices' };
  const body = { tools: await resizeAt(130), effectiveAt: inAnHour() };
  const first = await operate<Table>('POST /prices', body, headers);
  const second = await operate<Table>('POST /prices', body, headers);
  expect([second.data.version, second.headers.get('Idempotent-Replayed')]).toEqual([first.data.version, 'true']);
  const cancelled = await operate<Table>(`POST /prices/${first.data.version}/cancel`, { reason: 'not approved' });
  expect(cancelled.data).toMatchObject({ state: 'cancelled', effectiveAt: body.effectiveAt });
  const again = await operate(`POST /prices/${first.data.version}/cancel`, {});
  expect([again.status, again.error.message]).toEqual([400, 'price_change_begun']);
  expect((await operate('POST /prices/2020-01-01.00000000/cancel', {})).error.message).toBe('not_found');
});

test('an instant that is taken is answered 409 with the table that has it', async () => {
  const effectiveAt = inAnHour();
  const first = await operate<Table>('POST /prices', { tools: await resizeAt(131), effectiveAt });
  const second = await operate('POST /prices', { tools: await resizeAt(132), effectiveAt });
  expect([second.status, second.error]).toMatchObject([
    409,
    { message: 'price_instant_taken', details: { priceVersion: first.data.version, effectiveAt } },
  ]);
  await operate(`POST /prices/${first.data.version}/cancel`, { reason: 'another one was meant' });
});

test('the list of price tables is read by pages', async () => {
  const all = (await operate<{ tables: Table[] }>('GET /prices')).data.tables.map(({ version }) => version);
  const read: string[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `&before=${before}`;
    const page: { tables: Table[]; nextBefore: string | null } = (
      await operate<{ tables: Table[]; nextBefore: string | null }>(`GET /prices?limit=1${query}`)
    ).data;
    read.push(...page.tables.map(({ version }) => version));
    before = page.nextBefore;
  } while (before !== null);
  expect(read).toEqual(all);
});

test('a probable mistake is refused with its location, and is published if confirmed', async () => {
  const before = await current();
  const tools = await resizeAt(1_000);
  const refused = async (body: object) => (await operate('POST /prices', body)).error.details as { fields?: object };
  expect((await refused({ tools })).fields).toMatchObject({ '/tools/image-resize/unitPriceMicros': /×2/ });
  expect(Object.keys((await refused({ tools: {} })).fields ?? {})).toContain('/tools/image-resize');
  expect((await refused({ tools: await resizeAt(-1) })).fields).toBeDefined();
  const others = { ...tools, 'image-resize': { ...(tools['image-resize'] as ToolPrices), unit: 'image' } };
  expect((await refused({ tools: others, confirm: true })).fields).toMatchObject({
    '/tools/image-resize/unit': /megapixel/,
  });
  for (const effectiveAt of [
    '2020-01-01T00:00:00.000Z',
    '2027-02-30T00:00:00.000Z',
    '2999-01-01T00:00:00.000Z',
    'soon',
  ])
    expect((await operate('POST /prices', { tools: before.tools, effectiveAt })).error.message, effectiveAt).toBe(
      'invalid_request',
    );
  expect((await current()).version).toBe(before.version);
  const meant = await operate<Table>('POST /prices', { tools, confirm: true, effectiveAt: inAnHour() });
  expect(meant.status).toBe(200);
  await operate(`POST /prices/${meant.data.version}/cancel`, {});
});

test('operators publish the terms of a project, its ADMINs read them, and its organization’s audit log records them', async () => {
  const before = await quote();
  const path = `/projects/${project.id}/prices`;
  const tools = { 'image-crop': (await current()).tools['image-crop'] };
  const given = await operate<Terms>(`POST ${path}`, { basisPoints: 7_500, tools, reason: 'contract 4711' });
  expect(given.data).toMatchObject({ basisPoints: 7_500, tools, publishedBy: 'olga' });
  await expect.poll(async () => (await quote()).priceVersion, soon).not.toBe(before.priceVersion);
  const unit = before.breakdown[0]?.unitPriceMicros ?? 0;
  expect((await quote()).breakdown[0]?.unitPriceMicros).toBe(Math.floor((unit * 3) / 4));
  const read = await gateway.operate<{ terms: Terms[] }>(`GET ${path}`, { session: admin });
  expect(read.data.terms).toMatchObject([{ version: given.data.version, basisPoints: 7_500, state: 'in_force' }]);
  const audit = await gateway.operate<Audit>(`GET /projects/${project.id}/audit`, { session: admin });
  expect(audit.data.entries[0]).toMatchObject({
    act: 'price.publish_terms',
    target: given.data.version,
    reason: 'contract 4711',
  });
  const later = await operate<Terms>(`POST ${path}`, { basisPoints: 9_000, effectiveAt: inAnHour() });
  expect((await operate<Terms>(`POST ${path}/${later.data.version}/cancel`, {})).data.state).toBe('cancelled');
  expect((await operate<Terms>(`POST ${path}`, {})).data).toMatchObject({ basisPoints: 10_000, tools: {} });
  await expect.poll(async () => (await quote()).priceVersion, soon).toBe(before.priceVersion);
});

test('the routes of prices exist only for operators', async () => {
  const absent = (await gateway.operate('GET /elsewhere', { session: admin })).text;
  const version = (await current()).version;
  for (const request of [
    'GET /prices',
    'GET /prices/current',
    `GET /prices/${version}`,
    'POST /prices',
    'POST /prices/preview',
  ]) {
    const body = request.startsWith('POST') ? { body: {} } : {};
    expect((await gateway.operate(request, { session: admin, ...body })).text, request).toBe(absent);
  }
  for (const path of [`/projects/${project.id}/prices`, `/projects/${newId('project')}/prices`])
    expect((await gateway.operate(`POST ${path}`, { session: admin, body: {} })).text).toBe(absent);
  expect((await operate(`POST /projects/${newId('project')}/prices`, {})).error.message).toBe('not_found');
});

test('a preview computes the charges of the latest executions at other prices, and changes nothing', async () => {
  const { priceVersion, maximumChargeMicros } = await quote();
  for (let count = 0; count < 3; count++) {
    const json = { ...ASKED, priceVersion, maximumChargeMicros };
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await gateway.call('POST /tools/image-resize', { key, headers, json })).status).toBe(202);
  }
  // Ends two of the executions as their worker would: four megapixels and seven.
  await runSql(
    gateway.databaseUrl,
    `SET session_replication_role = replica;
     UPDATE execution AS e SET status = 'succeeded', finished_at = now(), charged_micros = 500,
       billing = json_build_array(json_build_object('step', 0, 'unit', 'megapixel', 'quantity', CASE n WHEN 1 THEN 4 ELSE 7 END, 'description', 'x', 'amountMicros', 500))
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM execution WHERE project_id = '${project.id}') AS each
     WHERE e.id = each.id AND each.n <= 2 AND e.project_id = '${project.id}'`,
  );
  const before = await current();
  const tools = await resizeAt(100);
  const would = { executions: 2, chargedMicros: 1_000, wouldChargeMicros: 500 + 700, notCounted: 0 };
  const ofAll = await operate<Preview>('POST /prices/preview', { tools });
  expect(ofAll.data).toMatchObject({ ...would, tools: [{ tool: 'image-resize', model: null, executions: 2 }] });
  expect((await operate<Preview>('POST /prices/preview', { tools, environment: 'test' })).data.executions).toBe(0);
  const ofProject = await operate<Preview>(`POST /projects/${project.id}/prices/preview`, {
    tools: { 'image-resize': tools['image-resize'] },
  });
  expect(ofProject.data).toMatchObject(would);
  const half = await operate<Preview>(`POST /projects/${project.id}/prices/preview`, { basisPoints: 5_000 });
  expect(half.data.wouldChargeMicros).toBe(250 + Math.max(250, 7 * 60));
  expect((await operate('POST /prices/preview', { tools: {} })).error.message).toBe('invalid_request');
  expect((await current()).version).toBe(before.version);
});
