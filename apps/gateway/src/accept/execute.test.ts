import { createHash, randomUUID } from 'node:crypto';
import type { Execution, ExecutionList, Quote } from '@farebox/contract';
import { runSql } from '@farebox/testing';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;
let paid: { tool: string; arguments: object; priceVersion: string; maximumChargeMicros: number };

beforeAll(async () => {
  gateway = await startTestGateway();
  project = await gateway.newProject();
  key = (await project.newKey()).token;
  const input = { tool: 'rehearsal', arguments: { durationMs: 5 } };
  const quote = (await gateway.call<Quote>('POST /tools/quote', { key, json: input })).data;
  paid = { ...input, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const execute = (json: object, idempotencyKey: string = randomUUID(), as = key) =>
  gateway.call<Execution>('POST /tools/rehearsal', { key: as, json, headers: { 'Idempotency-Key': idempotencyKey } });

test('a paid execution is accepted, read, listed and found by its idempotency key', async () => {
  const idempotencyKey = randomUUID();
  const accepted = await execute(paid, idempotencyKey);
  const { id } = accepted.data;
  expect(accepted.status).toBe(202);
  expect(accepted.headers.get('retry-after')).toBe('5');
  expect(accepted.headers.get('location')).toBe(`/tools/executions/${id}`);
  const read = await gateway.call<Execution>(`GET /tools/executions/${id}`, { key });
  expect(read.data).toEqual(accepted.data);
  expect(read.headers.get('retry-after')).toBe('5');
  const found = await gateway.call<ExecutionList>(`GET /tools/executions?idempotencyKey=${idempotencyKey}`, { key });
  expect(found.data).toMatchObject({ executions: [{ id, status: 'queued' }], nextBefore: null });
});

test('50 identical requests at once create one execution', async () => {
  const idempotencyKey = randomUUID();
  const replies = await Promise.all(Array.from({ length: 50 }, () => execute(paid, idempotencyKey)));
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
});

test('40 identical unaffordable requests at once get 40 equal refusals', async () => {
  const funded = await gateway.newProject({ fundedMicros: paid.maximumChargeMicros - 1 });
  const { token } = await funded.newKey();
  const idempotencyKey = randomUUID();
  const replies = await Promise.all(Array.from({ length: 40 }, () => execute(paid, idempotencyKey, token)));
  const errors = new Set(replies.map(({ status, error }) => JSON.stringify({ status, error })));
  const details = { availableMicros: paid.maximumChargeMicros - 1, requiredMicros: paid.maximumChargeMicros };
  const error = { status: 'RESOURCE_EXHAUSTED', message: 'insufficient_balance', details };
  expect([...errors].map((rejection): unknown => JSON.parse(rejection))).toMatchObject([{ status: 429, error }]);
});

test('200 distinct requests against a balance for 37 accept exactly 37', async () => {
  const funded = await gateway.newProject({ fundedMicros: 37 * paid.maximumChargeMicros + 1 });
  const { token } = await funded.newKey();
  const replies = await Promise.all(Array.from({ length: 200 }, () => execute(paid, randomUUID(), token)));
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(37);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(163);
  expect(refused.at(-1)?.error).toMatchObject({
    status: 'RESOURCE_EXHAUSTED',
    message: 'insufficient_balance',
    details: { availableMicros: 1, requiredMicros: paid.maximumChargeMicros },
  });
});

describe('a replay', () => {
  test('is recognized by the body as JSON, not as text: key order and white space do not matter', async () => {
    const idempotencyKey = randomUUID();
    const first = await execute(paid, idempotencyKey);
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(paid).toReversed()), null, 2);
    const options = { key, body: reordered, headers: { 'Idempotency-Key': idempotencyKey } };
    const again = await gateway.call<Execution>('POST /tools/rehearsal', options);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.data).toEqual(first.data);
  });

  test('after the execution finished returns 200', async () => {
    const idempotencyKey = randomUUID();
    const { id } = (await execute(paid, idempotencyKey)).data;
    await gateway.call(`POST /tools/executions/${id}/cancel`, { key });
    const again = await execute(paid, idempotencyKey);
    expect([again.status, again.headers.get('idempotent-replayed'), again.headers.get('retry-after')]).toEqual([
      200,
      'true',
      null,
    ]);
    expect(again.data).toMatchObject({ id, status: 'cancelled', chargedMicros: 0 });
  });

  test('with an empty balance returns the first execution', async () => {
    const poor = await gateway.newProject({ fundedMicros: paid.maximumChargeMicros });
    const { token } = await poor.newKey();
    const idempotencyKey = randomUUID();
    const first = await execute(paid, idempotencyKey, token);
    expect((await execute(paid, randomUUID(), token)).error.message).toBe('insufficient_balance');
    expect((await execute(paid, idempotencyKey, token)).data).toEqual(first.data);
  });

  test('after a price change returns the first execution', async () => {
    const idempotencyKey = randomUUID();
    const { id } = (await execute(paid, idempotencyKey)).data;
    // Makes the stored execution look as if it had been accepted at older prices.
    const old = { ...paid, priceVersion: '2000-01-01.00000000' };
    const bodySha256 = createHash('sha256')
      .update(canonicalize(old) ?? '')
      .digest('hex');
    const change = `UPDATE execution SET body_sha256 = decode('${bodySha256}', 'hex') WHERE id = '${id}'`;
    await runSql(gateway.databaseUrl, 'SET session_replication_role = replica', change);
    expect((await execute(old)).error.message).toBe('price_version_mismatch');
    expect((await execute(old, idempotencyKey)).data.id).toBe(id);
  });

  test('on a gateway with execution switched off returns the first execution', async () => {
    const idempotencyKey = randomUUID();
    const first = await execute(paid, idempotencyKey);
    await using closed = await startTestGateway({
      DATABASE_URL: gateway.appUrl,
      FAREBOX_EXECUTION_ENABLED: 'false',
    });
    const request = { key, json: paid, headers: { 'Idempotency-Key': idempotencyKey } };
    const again = await closed.call<Execution>('POST /tools/rehearsal', request);
    expect([again.status, again.data]).toEqual([202, first.data]);
  });

  test.each([
    ['another body', () => ({ ...paid, maximumChargeMicros: paid.maximumChargeMicros + 1 })],
    ['a body that would be refused', () => ({ ...paid, priceVersion: 'old' })],
    ['arguments that no tool takes', () => ({ ...paid, arguments: { unknown: 1 } })],
  ])('with %s is a conflict', async (_, body) => {
    const idempotencyKey = randomUUID();
    await execute(paid, idempotencyKey);
    const reply = await execute(body(), idempotencyKey);
    expect([reply.status, reply.error.message]).toEqual([409, 'idempotency_key_conflict']);
  });

  test('with another key of the project is a conflict', async () => {
    const idempotencyKey = randomUUID();
    await execute(paid, idempotencyKey);
    const reply = await execute(paid, idempotencyKey, (await project.newKey()).token);
    expect([reply.status, reply.error.message]).toEqual([409, 'idempotency_key_conflict']);
  });
});

test('a refused request does not use up its idempotency key', async () => {
  const idempotencyKey = randomUUID();
  expect((await execute({ ...paid, maximumChargeMicros: 0 }, idempotencyKey)).error.message).toBe(
    'maximum_charge_too_low',
  );
  expect((await execute(paid, idempotencyKey)).status).toBe(202);
});

describe('cancel', () => {
  const cancel = (id: string, as: string) =>
    gateway.call<Execution>(`POST /tools/executions/${id}/cancel`, { key: as });

  test('stops a queued execution, and repeating it has no effect', async () => {
    const { id } = (await execute(paid)).data;
    expect((await cancel(id, key)).data).toMatchObject({ status: 'cancelled', cancelRequested: true });
    expect((await cancel(id, key)).status).toBe(200);
  });

  test('is allowed only with the creating key or as an ADMIN', async () => {
    const { id } = (await execute(paid)).data;
    const refused = await cancel(id, (await project.newKey()).token);
    expect([refused.status, refused.error.message]).toEqual([403, 'execution_cancel_forbidden']);
    expect((await cancel(id, (await project.newKey({ role: 'ADMIN' })).token)).status).toBe(200);
  });
});
