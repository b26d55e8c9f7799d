/** Batches: many executions of one tool under one quote, one maximum and one idempotency key, each an ordinary execution. */
// Modes: embedded, services (queue, gateways).
import { expect, test } from 'vitest';
import { endOfBatch, linesOf, quotedBatch, sendBatch } from './client/batches.ts';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quote, withoutRehearsal } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import type { Batch, Execution, ExecutionList, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const SOURCE = { source: { fileId: 'file_sample_photo' } };
const resize = (width: number) => ({ ...SOURCE, width });

// issue 10.6: "`POST /tools/batches`: one body, up to 1,000 executions of one tool or template, one total quote and ceiling", "results as JSON lines", "Each is an ordinary execution in the ledger."
test('a batch costs the sum of its executions, which are read, listed and billed like any other', async () => {
  const inputs = [resize(40), resize(80), resize(120)];
  const request = await quotedBatch(client, 'image-resize', inputs);
  const alone = await Promise.all(inputs.map((input) => quote(client, 'image-resize', input)));
  expect(request.maximumChargeMicros).toBe(
    alone.reduce((sum, { maximumChargeMicros }) => sum + maximumChargeMicros, 0),
  );
  const before = (await client.get<Usage>('/tools/usage')).data;
  const reply = await sendBatch(client, request);
  expect(reply.outcome).toBe('202');
  expect(reply.headers.get('Location')).toBe(`/tools/batches/${reply.data.id}`);
  const ended = await endOfBatch(keys, reply.data.id);
  expect(ended.counts).toMatchObject({ succeeded: 3, queued: 0, running: 0 });
  expect(ended.chargedMicros).toBeLessThanOrEqual(request.maximumChargeMicros);
  const results = await client.get(`/tools/batches/${ended.id}/results`);
  expect(results.headers.get('Content-Type')).toBe('application/jsonl');
  const lines = linesOf(results);
  expect(lines.map(({ index, execution }) => [index, execution.output.artifacts[0]?.width])).toEqual([
    [0, 40],
    [1, 80],
    [2, 120],
  ]);
  for (const { index, execution } of lines) {
    expect((await client.get<Execution>(`/tools/executions/${execution.id}`)).data).toEqual(execution);
    const listed = await client.get<ExecutionList>(`/tools/executions?idempotencyKey=${ended.id}:${index}`);
    expect(listed.data.executions.map(({ id }) => id)).toEqual([execution.id]);
  }
  expect(lines.reduce((sum, { execution }) => sum + (execution.chargedMicros ?? NaN), 0)).toBe(ended.chargedMicros);
  const after = (await client.get<Usage>('/tools/usage')).data;
  expect(after.chargedMicros - before.chargedMicros).toBe(ended.chargedMicros);
});

// issue 10.6: "one idempotency key"
test('the same request is the same batch on another gateway and with reordered fields; a different request is a conflict', async () => {
  const request = await quotedBatch(client, 'image-analyze', [SOURCE, SOURCE]);
  const key = newIdempotencyKey();
  const replies = await Promise.all([0, 1, 0, 1].map((gateway) => sendBatch(connect(keys.key, gateway), request, key)));
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1);
  const { tool, ...others } = request;
  expect((await sendBatch(client, { ...others, tool }, key)).data.id).toBe(replies[0]?.data.id);
  const dearer = { ...request, maximumChargeMicros: request.maximumChargeMicros + 1 };
  expect((await sendBatch(client, dearer, key)).outcome).toBe('409 idempotency_key_conflict');
  const found = await client.get<{ batches: Batch[] }>(`/tools/batches?idempotencyKey=${key}`);
  expect(found.data.batches.map(({ id }) => id)).toEqual([replies[0]?.data.id]);
});

// issue 10.6: "one body, up to 1,000 executions of one tool or template"
test('an invalid item is named in the error, and nothing is accepted', async () => {
  const request = await quotedBatch(client, 'image-resize', [resize(40), resize(80)]);
  const key = newIdempotencyKey();
  const wrong = await sendBatch(client, { ...request, items: [...request.items, { arguments: resize(0) }] }, key);
  expect(wrong.outcome).toBe('400 invalid_arguments');
  expect(wrong.error.details).toMatchObject({ index: 2, fields: { '/items/2/arguments/width': expect.any(String) } });
  expect((await client.get<{ batches: Batch[] }>(`/tools/batches?idempotencyKey=${key}`)).data.batches).toEqual([]);
  const many = { ...request, items: Array.from({ length: 1_001 }, () => ({ arguments: {} })) };
  expect((await sendBatch(client, many)).outcome).toBe('400 invalid_request');
});

// issue 10.6: "cancel as a whole", "read as a whole (counts, cost so far)"
test.skipIf(withoutRehearsal())(
  'a cancel ends every open execution of the batch, releases their holds, and may be repeated at any time',
  async () => {
    const slow = Array.from({ length: 40 }, () => ({ durationMs: 60_000 }));
    const { data } = await sendBatch(client, await quotedBatch(client, 'rehearsal', slow));
    const path = `/tools/batches/${data.id}/cancel`;
    expect((await connect(keys.key2).post(path)).outcome).toBe('403 execution_cancel_forbidden');
    expect((await client.post<Batch>(path)).data).toMatchObject({ cancelRequested: true, executionCount: 40 });
    const ended = await endOfBatch(keys, data.id);
    expect(Object.values(ended.counts).reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(ended.counts['cancelled']).toBeGreaterThan(0);
    expect((await client.post<Batch>(path)).data).toEqual(ended);
  },
);

// issue 10.6: "results as JSON lines"
test('results are paged in the order of the request, and a batch counts as one request', async () => {
  const request = await quotedBatch(
    client,
    'image-analyze',
    Array.from({ length: 120 }, () => SOURCE),
  );
  const sent = await sendBatch(client, request);
  const first = await client.get(`/tools/batches/${sent.data.id}/results`);
  const isNextWindow = first.rateLimit.resetSeconds > sent.rateLimit.resetSeconds;
  expect(isNextWindow ? 1 : sent.rateLimit.remaining - first.rateLimit.remaining).toBe(1);
  const rest = await client.get(`/tools/batches/${sent.data.id}/results?from=100`);
  expect([...linesOf(first), ...linesOf(rest)].map(({ index }) => index)).toEqual(
    Array.from({ length: 120 }, (_, index) => index),
  );
  await client.post(`/tools/batches/${sent.data.id}/cancel`);
  await endOfBatch(keys, sent.data.id);
});
