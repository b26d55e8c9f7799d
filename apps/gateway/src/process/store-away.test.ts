/** A gateway whose files cannot be stored says so before it accepts an upload or an execution that needs them. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchQuote, Execution, Quote } from '@farebox/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { tusRequests } from '../testing/resumable.fixture.ts';

let gateway: TestGateway;
let key: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farebox-store-away-'));
  gateway = await startTestGateway({ FAREBOX_DATA_DIR: directory });
  key = (await (await gateway.newProject()).newKey()).token;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const MAKES_A_FILE = { tool: 'rehearsal', arguments: { artifactBytes: 10 } };
const NEEDS_NO_FILE = { tool: 'rehearsal', arguments: {} };
const POLL = { timeout: 30_000 };

const quoted = async (input: object) => (await gateway.call<Quote>('POST /tools/quote', { key, json: input })).data;

async function execute(input: { tool: string }, idempotencyKey: string = randomUUID()) {
  const { priceVersion, maximumChargeMicros } = await quoted(input);
  const json = { ...input, priceVersion, maximumChargeMicros };
  const headers = { 'Idempotency-Key': idempotencyKey };
  return await gateway.call<Execution>(`POST /tools/${input.tool}`, { key, json, headers });
}

async function executeBatch() {
  const items = { tool: 'rehearsal', items: [{ arguments: {} }, { arguments: MAKES_A_FILE.arguments }] };
  const { data } = await gateway.call<BatchQuote>('POST /tools/batches/quote', { key, json: items });
  const { priceVersion, maximumChargeMicros, blockers } = data;
  const headers = { 'Idempotency-Key': randomUUID() };
  const json = { ...items, priceVersion, maximumChargeMicros };
  return { blockers, reply: await gateway.call('POST /tools/batches', { key, json, headers }) };
}

/** The folder can be read, and no file can be written. */
async function breakStore(): Promise<void> {
  await rm(join(directory, 'incoming'), { recursive: true });
  await writeFile(join(directory, 'incoming'), '');
}

async function mendStore(): Promise<void> {
  await rm(join(directory, 'incoming'));
  await mkdir(join(directory, 'incoming'));
}

const REFUSED = ['tool_temporarily_unavailable'];

test('while no file can be stored, executions that need one are refused and not accepted, and all else is served', async () => {
  const sent = randomUUID();
  const before = await execute(MAKES_A_FILE, sent);
  expect(before.status).toBe(202);
  await breakStore();
  await expect.poll(async () => (await quoted(MAKES_A_FILE)).blockers, POLL).toEqual(REFUSED);
  const refused = await execute(MAKES_A_FILE);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(refused.error).toMatchObject({ message: REFUSED[0], details: { accepted: false } });
  const batch = await executeBatch();
  expect([batch.blockers, batch.reply.status, batch.reply.error.message]).toEqual([REFUSED, 503, REFUSED[0]]);
  const replayed = await execute(MAKES_A_FILE, sent);
  expect([replayed.status, replayed.data.id]).toEqual([202, before.data.id]);
  expect((await execute(NEEDS_NO_FILE)).status).toBe(202);
  expect((await gateway.call('GET /readyz')).status).toBe(200);
  await mendStore();
  await expect.poll(async () => (await execute(MAKES_A_FILE)).status, POLL).toBe(202);
});

test('while no file can be stored, an upload of any kind is refused before its bytes are read', async () => {
  const { begin, opened, patch } = tusRequests(() => ({ url: gateway.url, key }));
  const path = await opened();
  await breakStore();
  // A body that is read is refused as invalid.
  const upload = () => gateway.call('POST /tools/upload', { key, body: '{' });
  await expect.poll(async () => (await upload()).status, POLL).toBe(503);
  const refused = await upload();
  expect([refused.headers.get('retry-after'), refused.error.message]).toEqual(['5', 'service_unavailable']);
  expect((await begin('audio/wav')).status).toBe(503);
  expect((await patch(path, { offset: 0, body: new Uint8Array(10) })).status).toBe(503);
  await mendStore();
  await expect.poll(async () => (await upload()).status, POLL).toBe(400);
});
