import { randomUUID } from 'node:crypto';
import type { Catalog, Execution, Quote } from '@farebox/contract';
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

afterAll(async () => await gateway[Symbol.asyncDispose]());

const execute = (cancelAfter: string | undefined, idempotencyKey: string = randomUUID(), json = paid) =>
  gateway.call<Execution>('POST /tools/rehearsal', {
    key,
    json,
    headers: {
      'Idempotency-Key': idempotencyKey,
      ...(cancelAfter === undefined ? {} : { 'Cancel-After': cancelAfter }),
    },
  });

/** Seconds from acceptance to the stored time limit. */
async function storedLimit({ id }: Execution): Promise<number | null> {
  const { createdAt, cancelAfter } = await gateway.database.prisma.execution.findFirstOrThrow({ where: { id } });
  return cancelAfter === null ? null : (cancelAfter.getTime() - createdAt.getTime()) / 1000;
}

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
  for (const header of ['30s', undefined]) {
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
