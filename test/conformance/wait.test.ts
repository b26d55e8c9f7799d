/** `Prefer: wait`: the same response, delayed until the state changes. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { quotedBatch, sendBatch } from './client/batches.ts';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import type { Batch, Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const over = ['succeeded', 'failed', 'cancelled'];

let short: ExecutionRequest;
let long: ExecutionRequest;
beforeAll(async () => {
  short = await quoted(client, 'rehearsal', { durationMs: 1500 });
  long = await quoted(client, 'rehearsal', { durationMs: 20_000 });
});

const execute = (request: ExecutionRequest, prefer: string, idempotencyKey = newIdempotencyKey()) =>
  client.post<Execution>(`/tools/${request.tool}`, request, { 'Idempotency-Key': idempotencyKey, Prefer: prefer });
const read = (id: string, prefer: string) =>
  client.send<Execution>('GET', `/tools/executions/${id}`, { headers: { Prefer: prefer } });

// issue 10.3: "`Prefer: wait=n` (≤ 30) on execute and on a read"
// spec 4.4.1: "Success is HTTP 202 with the execution ID and the header `Retry-After: 5`."
test('an execute with `Prefer: wait` is accepted like any other, and returns the end', async () => {
  const idempotencyKey = newIdempotencyKey();
  const reply = await execute(short, 'wait=30', idempotencyKey);
  expect([reply.status, reply.headers.get('Retry-After'), reply.headers.get('Preference-Applied')]).toEqual([
    202,
    '5',
    'wait=30',
  ]);
  expect(over).toContain(reply.data.status);
  expect(reply.data).toEqual((await client.get(`/tools/executions/${reply.data.id}`)).data);
  const again = await execute(short, 'wait=30', idempotencyKey);
  expect([again.status, again.data.id]).toEqual([200, reply.data.id]);
});

// issue 10.3: "`Prefer: wait=n` (≤ 30) on execute and on a read"
test('a read with `Prefer: wait` returns the end, or the current state when its time is over', async () => {
  const { data } = await execute(short, 'handling=lenient');
  const ended = await read(data.id, 'wait=30');
  expect([over.includes(ended.data.status), ended.headers.get('Retry-After')]).toEqual([true, null]);
  const { data: lasting } = await execute(long, 'handling=lenient');
  const early = await read(lasting.id, 'wait=1');
  expect([over.includes(early.data.status), early.headers.get('Retry-After')]).toEqual([false, '5']);
  await client.post(`/tools/executions/${lasting.id}/cancel`, {});
});

// contract 1: "`Prefer` beyond 1,024"
// issue 10.3: "All off the money path; if all of it is down, polling is right."
test('a preference that is not understood is ignored', async () => {
  const { data } = await execute(long, 'wait=soon');
  for (const prefer of [
    'wait',
    'wait=0',
    'wait=-3',
    'wait=1.5',
    'respond-async',
    ',,;=',
    `wait=1; x="${'y'.repeat(2_000)}"`,
  ]) {
    const reply = await read(data.id, prefer);
    expect([reply.status, reply.headers.get('Preference-Applied')], prefer).toEqual([200, null]);
  }
  await client.post(`/tools/executions/${data.id}/cancel`, {});
});

const readBatch = (id: string, prefer: string) =>
  client.send<Batch>('GET', `/tools/batches/${id}`, { headers: { Prefer: prefer } });
const startBatch = async (...durations: readonly number[]): Promise<Batch> => {
  const inputs = durations.map((durationMs) => ({ durationMs }));
  return (await sendBatch(client, await quotedBatch(client, 'rehearsal', inputs))).data;
};

// contract 5: "`GET /tools/batches/{id}` takes `Prefer: wait=n` as the read of an execution does. The response comes once no execution of the batch is `queued` or `running`, or after n seconds."
test('a read of a batch with `Prefer: wait` returns the end of its last execution, or the counts when its time is over', async () => {
  const { id } = await startBatch(1_500, 200);
  const ended = await readBatch(id, 'wait=30');
  expect([ended.data.counts['succeeded'], ended.headers.get('Retry-After')]).toEqual([2, null]);
  const lasting = await startBatch(20_000, 100);
  const early = await readBatch(lasting.id, 'wait=1');
  expect([early.data.finishedAt, early.headers.get('Retry-After')]).toEqual([null, '5']);
  expect(early.headers.get('Preference-Applied')).toBe('wait=1');
  await client.post(`/tools/batches/${lasting.id}/cancel`, {});
  expect((await readBatch(lasting.id, 'wait=30')).data.counts).toMatchObject({ queued: 0, running: 0 });
});

// contract 5: "It has `Preference-Applied`, and the same body as a poll."
test('a batch that has ended is returned at once, as by a poll; a preference that is not understood is ignored', async () => {
  const { id } = await startBatch(10);
  const ended = await readBatch(id, 'wait=30');
  const again = await readBatch(id, 'wait=7');
  expect([again.data, again.headers.get('Preference-Applied')]).toEqual([ended.data, 'wait=7']);
  const polled = await readBatch(id, 'wait=soon');
  expect([polled.data, polled.headers.get('Preference-Applied')]).toEqual([ended.data, null]);
});
