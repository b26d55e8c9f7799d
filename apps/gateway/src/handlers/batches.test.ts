/** Batches over HTTP: one quote, one ceiling and one key for many executions, each of which behaves like a single one. */
import { randomUUID } from 'node:crypto';
import type { Batch, BatchList, BatchQuote, Execution, ExecutionList, Quote } from '@farebox/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startTestGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());

const PHOTO = { fileId: 'file_sample_photo' };
const TOOL = 'image-resize';
const resize = (width: unknown) => ({ arguments: { source: PHOTO, width } });
const widths = (...all: readonly unknown[]) => all.map(resize);

/** Creates a project with a key, and functions that send its requests. */
async function newClient(options: { fundedMicros?: number } = {}) {
  const project = await gateway.newProject(options);
  const { token: key } = await project.newKey();
  const post = <T>(path: string, json: object, headers = {}) => gateway.call<T>(`POST ${path}`, { key, json, headers });
  const get = <T>(path: string) => gateway.call<T>(`GET ${path}`, { key });
  const quote = (items: readonly object[], tool = TOOL) => post<BatchQuote>('/tools/batches/quote', { tool, items });
  const paidFor = async (items: readonly object[], tool = TOOL) => {
    const { priceVersion, maximumChargeMicros } = (await quote(items, tool)).data;
    return { tool, items, priceVersion, maximumChargeMicros };
  };
  const send = (paid: object, idempotencyKey: string = randomUUID()) =>
    post<Batch>('/tools/batches', paid, { 'Idempotency-Key': idempotencyKey });
  const resultsOf = async (path: string) => {
    const { text, headers, status } = await get(path);
    const lines = text.split('\n').filter((line) => line !== '');
    return { status, headers, lines: lines.map((line) => JSON.parse(line) as { index: number; execution: Execution }) };
  };
  return { project, key, post, get, quote, paidFor, send, resultsOf };
}

const switchExecution = (executionEnabled: boolean) =>
  gateway.database.prisma.platform.updateMany({ data: { executionEnabled } });
/** The gateway may still use a cached key. This is not a guarantee, only the time after which the test fails. */
const SEEN = { timeout: 30_000, interval: 100 };

test('the quote of a batch is the sum of its executions, and each is quoted as a single one', async () => {
  const { quote, post } = await newClient();
  const items = widths(100, 800, 100);
  const { data } = await quote(items);
  const alone = await Promise.all(
    items.map(async (item) => (await post<Quote>('/tools/quote', { tool: TOOL, ...item })).data),
  );
  expect(data.items).toEqual(
    alone.map(({ model, minimumChargeMicros, maximumChargeMicros }) => ({
      model,
      minimumChargeMicros,
      maximumChargeMicros,
    })),
  );
  const sum = alone.reduce((total, { maximumChargeMicros }) => total + maximumChargeMicros, 0);
  expect(data).toMatchObject({
    tool: TOOL,
    maximumChargeMicros: sum,
    priceVersion: alone[0]?.priceVersion,
    blockers: [],
  });
});

test('the executions of a batch are accepted, listed and read like any other; results are JSON lines in order', async () => {
  const { paidFor, send, get, resultsOf } = await newClient();
  const paid = await paidFor(widths(100, 200, 300));
  const { status, data: batch, headers } = await send(paid);
  expect([status, headers.get('Retry-After'), headers.get('Location')]).toEqual([
    202,
    '5',
    `/tools/batches/${batch.id}`,
  ]);
  expect(batch).toMatchObject({ executionCount: 3, maximumChargeMicros: paid.maximumChargeMicros, chargedMicros: 0 });
  expect((await get<Batch>(`/tools/batches/${batch.id}`)).data).toEqual(batch);
  expect((await get<BatchList>('/tools/batches')).data.batches).toMatchObject([{ id: batch.id }]);
  const results = await resultsOf(`/tools/batches/${batch.id}/results`);
  expect(results.headers.get('Content-Type')).toBe('application/jsonl');
  expect(results.headers.get('Retry-After')).toBe('5');
  expect(results.lines.map(({ index }) => index)).toEqual([0, 1, 2]);
  for (const { execution } of results.lines)
    expect((await get<Execution>(`/tools/executions/${execution.id}`)).data).toEqual(execution);
  const second = await get<ExecutionList>(`/tools/executions?idempotencyKey=${batch.id}:1`);
  expect(second.data.executions).toMatchObject([{ id: results.lines[1]?.execution.id, status: 'queued' }]);
  const page = await resultsOf(`/tools/batches/${batch.id}/results?from=1&limit=1`);
  expect(page.lines).toEqual([results.lines[1]]);
  expect((await resultsOf(`/tools/batches/${batch.id}/results?from=3`)).lines).toEqual([]);
});

describe('a repeated batch request', () => {
  test('returns the same batch, whatever the order of its fields, and with execution switched off', async () => {
    const { paidFor, quote, send, project } = await newClient();
    const blockers = async () => (await quote(widths(100))).data.blockers;
    const key = randomUUID();
    const paid = await paidFor(widths(100, 200));
    const first = await send(paid, key);
    const { maximumChargeMicros, ...others } = paid;
    const replay = await send({ maximumChargeMicros, ...others }, key);
    expect([replay.status, replay.headers.get('Idempotent-Replayed')]).toEqual([202, 'true']);
    expect(replay.data).toEqual(first.data);
    await switchExecution(false);
    try {
      await expect.poll(blockers, SEEN).toEqual(['execution_disabled']);
      expect((await send(paid, key)).data).toEqual(first.data);
      expect((await send(paid)).error).toMatchObject({ message: 'execution_disabled', details: { accepted: false } });
    } finally {
      await switchExecution(true);
      await expect.poll(blockers, SEEN).toEqual([]);
    }
    expect(await gateway.database.prisma.execution.count({ where: { projectId: project.id } })).toBe(2);
  });

  test('with another body or another order of items is a conflict', async () => {
    const { paidFor, send } = await newClient();
    const key = randomUUID();
    const paid = await paidFor(widths(100, 200));
    await send(paid, key);
    expect((await send({ ...paid, items: paid.items.toReversed() }, key)).error.message).toBe(
      'idempotency_key_conflict',
    );
  });

  test('returns 200 once the batch has ended', async () => {
    const { paidFor, send, post } = await newClient();
    const key = randomUUID();
    const paid = await paidFor(widths(100, 200));
    const { data } = await send(paid, key);
    const cancelled = await post<Batch>(`/tools/batches/${data.id}/cancel`, {});
    expect(cancelled.data).toMatchObject({ counts: { cancelled: 2, queued: 0 }, cancelRequested: true });
    const replay = await send(paid, key);
    expect([replay.status, replay.data]).toEqual([200, cancelled.data]);
  });
});

describe('nothing is accepted', () => {
  const absent = { fileId: 'file_00000000000000000000000000' };

  test.each<[string, object, [string, string]]>([
    ['a wrong argument', resize(0), ['invalid_arguments', '/items/2/arguments/width']],
    ['a missing file', { arguments: { source: absent, width: 1 } }, ['file_not_usable', '/items/2/arguments/source']],
    ['an unknown field', { ...resize(1), width: 1 }, ['invalid_request', '/items/2/width']],
  ])('if one item has %s, which the refusal names', async (_, wrong, [message, pointer]) => {
    const { paidFor, quote, send, project } = await newClient();
    const paid = await paidFor(widths(100, 200));
    const items = [...paid.items, wrong, resize(300)];
    for (const reply of [await quote(items), await send({ ...paid, items })]) {
      expect(reply.error.message).toBe(message);
      const { index = 2, fields } = reply.error.details as { index?: number; fields: object };
      expect([index, Object.keys(fields)]).toEqual([2, expect.arrayContaining([expect.stringContaining(pointer)])]);
    }
    expect(await gateway.database.prisma.execution.count({ where: { projectId: project.id } })).toBe(0);
  });

  test.each([
    ['below the ceiling', { maximumChargeMicros: 1 }, 'maximum_charge_too_low'],
    ['at other prices', { priceVersion: '2026-01-01.00000000' }, 'price_version_mismatch'],
    ['with a missing tool', { tool: 'no-such-tool' }, 'tool_not_found'],
    ['without executions', { items: [] }, 'invalid_request'],
    [
      'with more than a thousand executions',
      { items: Array.from({ length: 1_001 }, () => resize(10)) },
      'invalid_request',
    ],
  ])('%s', async (_, change, message) => {
    const { paidFor, send, project } = await newClient();
    expect((await send({ ...(await paidFor(widths(100))), ...change })).error.message).toBe(message);
    expect(await gateway.database.prisma.execution.count({ where: { projectId: project.id } })).toBe(0);
  });

  test('beyond the balance: the quote has the blocker and the refusal is that of a single execution', async () => {
    const { paidFor, quote, send, project } = await newClient({ fundedMicros: 100 });
    const items = widths(100, 200);
    const paid = await paidFor(items);
    expect((await quote(items)).data.blockers).toEqual(['insufficient_balance']);
    expect((await send(paid)).error).toMatchObject({
      message: 'insufficient_balance',
      details: { availableMicros: 100, requiredMicros: paid.maximumChargeMicros },
    });
    expect(await gateway.database.prisma.execution.count({ where: { projectId: project.id } })).toBe(0);
  });
});

test('the body of a batch may have 1 MiB, the bodies of other routes may not', async () => {
  const { key, paidFor, send } = await newClient();
  const items = Array.from({ length: 1_000 }, (_, n) => resize(1 + n));
  const padded = { ...(await paidFor(items)) };
  expect(JSON.stringify(padded).length).toBeGreaterThan(64 * 1024);
  expect((await send(padded)).data).toMatchObject({ executionCount: 1_000, counts: { queued: 1_000 } });
  const large = JSON.stringify({ tool: TOOL, items: 'x'.repeat(1024 * 1024) });
  const headers = { 'Idempotency-Key': randomUUID() };
  for (const path of ['/tools/batches', '/tools/batches/quote'])
    expect(
      (
        await gateway.call(`POST ${path}`, {
          key,
          body: large,
          headers: { ...headers, 'Content-Type': 'application/json' },
        })
      ).error.message,
    ).toBe('request_too_large');
});

test('a batch of a template runs the quoted version', async () => {
  const { post, paidFor, send, resultsOf } = await newClient();
  const parameters = { width: { type: 'integer', minimum: 16, maximum: 1024 } };
  const steps = [{ tool: TOOL, arguments: { source: PHOTO, width: { $parameter: 'width' } } }];
  await post('/tools/templates', { name: 'thumbs', parameters, steps });
  const items = [{ arguments: { width: 20 } }, { arguments: { width: 30 } }];
  const paid = await paidFor(items, '@thumbs');
  expect(paid.priceVersion).toMatch(/\.1$/);
  const { data } = await send(paid);
  expect(data.tool).toBe('@thumbs');
  const { lines } = await resultsOf(`/tools/batches/${data.id}/results`);
  expect(lines.map(({ execution }) => [execution.tool, execution.model])).toEqual([
    ['@thumbs', '1'],
    ['@thumbs', '1'],
  ]);
  await post('/tools/templates', { name: 'thumbs', parameters, steps: [...steps, ...steps] });
  expect((await send(paid)).error.message).toBe('price_version_mismatch');
  const wrong = await send({ ...paid, items: [...items, { arguments: { width: 1 } }] });
  expect(wrong.error).toMatchObject({
    message: 'invalid_arguments',
    details: { index: 2, fields: { '/items/2/arguments/width': expect.any(String) } },
  });
});

test('a batch cannot be cancelled with another key', async () => {
  const { project, paidFor, send } = await newClient();
  const { data } = await send(await paidFor(widths(100)));
  const { token: key } = await project.newKey();
  const reply = await gateway.call(`POST /tools/batches/${data.id}/cancel`, { key });
  expect(reply.error.message).toBe('execution_cancel_forbidden');
});
