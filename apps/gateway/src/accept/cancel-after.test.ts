import { randomUUID } from 'node:crypto';
import type { Batch, BatchQuote, Catalog, Execution, Quote } from '@farebox/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let key: string;
let paid: object;

beforeAll(async () => {
  gateway = await startTestGateway();
  key = (await (await gateway.newProject()).newKey()).token;
  const input = { tool: 'rehearsal', arguments: {} };
  const { data } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
  paid = { ...input, priceVersion: data.priceVersion, maximumChargeMicros: data.maximumChargeMicros };
});

async function quotedBatch(tool: string, args: readonly object[]): Promise<object> {
  const asked = { tool, items: args.map((each) => ({ arguments: each })) };
  const { data } = await gateway.call<BatchQuote>('POST /tools/batches/quote', { key, json: asked });
  return { ...asked, priceVersion: data.priceVersion, maximumChargeMicros: data.maximumChargeMicros };
}

afterAll(async () => await gateway[Symbol.asyncDispose]());

const headersOf = (cancelAfter: string | undefined, idempotencyKey: string) => ({
  'Idempotency-Key': idempotencyKey,
  ...(cancelAfter === undefined ? {} : { 'Cancel-After': cancelAfter }),
});

const execute = (cancelAfter: string | undefined, idempotencyKey: string = randomUUID(), json = paid) =>
  gateway.call<Execution>('POST /tools/rehearsal', {
    key,
    json,
    headers: headersOf(cancelAfter, idempotencyKey),
  });

const executeBatch = (json: object, cancelAfter: string | undefined, idempotencyKey: string = randomUUID()) =>
  gateway.call<Batch>('POST /tools/batches', { key, json, headers: headersOf(cancelAfter, idempotencyKey) });

/** Seconds from acceptance to the stored time limit, of each execution, in the order of their ids. */
async function storedLimits(where: object): Promise<readonly (number | null)[]> {
  const found = await gateway.database.prisma.execution.findMany({ where, orderBy: { id: 'asc' } });
  return found.map(({ createdAt, cancelAfter }) =>
    cancelAfter === null ? null : (cancelAfter.getTime() - createdAt.getTime()) / 1000,
  );
}
const storedLimit = async ({ id }: Execution) => (await storedLimits({ id }))[0];
const limitsOfBatch = ({ id }: Batch) => storedLimits({ idempotencyKey: { startsWith: `${id}:` } });

test.each([
  [undefined, null],
  ['1', 1],
  ['45s', 45],
  ['90', 90],
  ['1m', 60],
])('Cancel-After: %s is stored with the execution', async (header, seconds) => {
  const { status, data } = await execute(header);
  expect(status).toBe(202);
  expect(await storedLimit(data)).toBe(seconds);
});

test.each(['0', '-1', '1.5', '01', 'soon', '', '10d', '1 m', '2m', '1h', '91', '9999999'])(
  'Cancel-After: "%s" is refused and does not use up the idempotency key',
  async (header) => {
    const idempotencyKey = randomUUID();
    const refused = await execute(header, idempotencyKey);
    expect([refused.status, refused.error.message]).toEqual([400, 'invalid_request']);
    expect(refused.error.details).toEqual({ fields: { 'header:Cancel-After': expect.any(String) } });
    expect((await execute(undefined, idempotencyKey)).headers.get('idempotent-replayed')).toBeNull();
  },
);

test('the maximum of Cancel-After is the maximum runtime of the tool in the catalog', async () => {
  const { data } = await gateway.call<Catalog>('GET /tools', { key });
  expect(data.tools.find(({ name }) => name === 'rehearsal')?.maxRuntimeSeconds).toBe(90);
});

test('Cancel-After does not decide if two requests are the same: a replay keeps the first limit', async () => {
  const idempotencyKey = randomUUID();
  const first = await execute('20s', idempotencyKey);
  // The tool may run for 90 s: a version with another limit does not refuse what an earlier one accepted.
  for (const header of ['30s', '10m', undefined]) {
    const replay = await execute(header, idempotencyKey);
    expect([replay.status, replay.data.id]).toEqual([202, first.data.id]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(await storedLimit(first.data)).toBe(20);
  expect((await execute('nonsense', idempotencyKey)).error.message).toBe('invalid_request');
});

test('a missing tool is refused before an invalid Cancel-After', async () => {
  const json = { ...paid, tool: 'no-such-tool' };
  const reply = await gateway.call('POST /tools/no-such-tool', {
    key,
    json,
    headers: { 'Idempotency-Key': randomUUID(), 'Cancel-After': '1h' },
  });
  expect(reply.error.message).toBe('tool_not_found');
});

test.each([
  [undefined, null],
  ['45s', 45],
  ['1m', 60],
])('Cancel-After: %s of a batch is stored with each of its executions', async (header, seconds) => {
  const { status, data } = await executeBatch(await quotedBatch('rehearsal', [{}, {}]), header);
  expect(status).toBe(202);
  expect(await limitsOfBatch(data)).toEqual([seconds, seconds]);
});

test.each(['0', 'soon', '', '2m', '91'])(
  'Cancel-After: "%s" of a batch is refused, accepts nothing and does not use up the idempotency key',
  async (header) => {
    const json = await quotedBatch('rehearsal', [{}]);
    const idempotencyKey = randomUUID();
    const refused = await executeBatch(json, header, idempotencyKey);
    expect([refused.status, refused.error.message]).toEqual([400, 'invalid_request']);
    expect(refused.error.details).toEqual({ fields: { 'header:Cancel-After': expect.any(String) } });
    expect((await executeBatch(json, undefined, idempotencyKey)).headers.get('idempotent-replayed')).toBeNull();
  },
);

test('Cancel-After does not decide if two batches are the same: a replay keeps the first limit', async () => {
  const json = await quotedBatch('rehearsal', [{}, {}]);
  const idempotencyKey = randomUUID();
  const first = await executeBatch(json, '20s', idempotencyKey);
  for (const header of ['30s', '10m', undefined]) {
    const replay = await executeBatch(json, header, idempotencyKey);
    expect([replay.status, replay.data.id]).toEqual([202, first.data.id]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(await limitsOfBatch(first.data)).toEqual([20, 20]);
  expect((await executeBatch(json, 'nonsense', idempotencyKey)).error.message).toBe('invalid_request');
});

test('a batch of a template may be limited up to the maximum of a pipeline', async () => {
  const { tools } = (await gateway.call<Catalog>('GET /tools', { key })).data;
  const maximum = tools.find(({ name }) => name === 'pipeline')?.maxRuntimeSeconds ?? NaN;
  const steps = [{ tool: 'image-analyze', arguments: { source: { fileId: 'file_sample_photo' } } }];
  await gateway.call('POST /tools/templates', { key, json: { name: 'looks', parameters: {}, steps } });
  const json = await quotedBatch('@looks', [{}]);
  expect((await executeBatch(json, `${maximum + 1}`)).error.message).toBe('invalid_request');
  expect(await limitsOfBatch((await executeBatch(json, `${maximum}`)).data)).toEqual([maximum]);
});
