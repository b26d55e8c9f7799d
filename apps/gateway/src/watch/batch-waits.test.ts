/** Reads of batches with `Prefer: wait`: the response comes with the end, by the same limits and the same poll as for executions. */
import { randomUUID } from 'node:crypto';
import type { Batch, Execution } from '@farebox/contract';
import { createMetrics } from '@farebox/telemetry';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { type Rehearsals, rehearsalsOn } from '../testing/rehearsals.fixture.ts';
import { batchUnderReview } from '../testing/review.fixture.ts';
import { createBatchWatch } from './batch-watch.ts';
import type { Listener } from './execution-poller.ts';
import { createLongPolls } from './long-polls.ts';

let gateway: TestGateway;
let rehearsals: Rehearsals;
beforeAll(async () => {
  // With a single connection, a request that held one would block all others.
  gateway = await startTestGateway({ FAREBOX_DATABASE_POOL: '1', FAREBOX_LAME_DUCK_SECONDS: '0' });
  rehearsals = await rehearsalsOn(gateway);
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const applied = ({ headers }: { headers: Headers }) => headers.get('Preference-Applied');

async function newBatch(count: number): Promise<{ id: string; executionIds: readonly string[] }> {
  const { key } = rehearsals;
  const asked = { tool: 'rehearsal', items: Array.from({ length: count }, () => ({ arguments: {} })) };
  const { data: quote } = await gateway.call<Batch>('POST /tools/batches/quote', { key, json: asked });
  const { priceVersion, maximumChargeMicros } = quote;
  const json = { ...asked, priceVersion, maximumChargeMicros };
  const headers = { 'Idempotency-Key': randomUUID() };
  const { data } = await gateway.call<Batch>('POST /tools/batches', { key, json, headers });
  const items = await gateway.database.prisma.batchItem.findMany({
    where: { batchId: data.id },
    orderBy: { index: 'asc' },
  });
  return { id: data.id, executionIds: items.map(({ executionId }) => executionId) };
}

const read = (id: string, prefer: string, key = rehearsals.key) =>
  gateway.call<Batch>(`GET /tools/batches/${id}`, { key, headers: { Prefer: prefer } });

test('a waiting read responds when the last execution of the batch has ended, in whatever order they end', async () => {
  const orders = [
    [0, 1, 2],
    [2, 0, 1],
  ];
  for (const order of orders) {
    const { id, executionIds } = await newBatch(3);
    let hasResponded = false;
    const waiting = read(id, 'wait=30').finally(() => (hasResponded = true));
    for (const at of order) {
      expect(hasResponded, `order ${order.join()}`).toBe(false);
      await rehearsals.end(executionIds[at] ?? '');
      // The poll notices the end within this second.
      if (at !== order.at(-1)) await read(id, 'wait=1');
    }
    const reply = await waiting;
    expect([reply.data.counts.cancelled, applied(reply), reply.headers.get('Retry-After')]).toEqual([
      3,
      'wait=30',
      null,
    ]);
    expect(reply.data).toEqual((await read(id, 'wait=30')).data);
  }
});

test('many reads wait for one batch, and none of them holds a connection meanwhile', async () => {
  const { id, executionIds } = await newBatch(2);
  const waiting = Array.from({ length: 20 }, () => read(id, 'wait=30'));
  for (const executionId of executionIds) {
    expect((await rehearsals.read(executionId)).data.status).toBe('queued');
    await rehearsals.end(executionId);
  }
  for (const reply of await Promise.all(waiting)) expect(reply.data.counts).toMatchObject({ queued: 0, cancelled: 2 });
});

test('at the end of the wait the response has the current counts and the Retry-After of a poll', async () => {
  const { id, executionIds } = await newBatch(2);
  const [reply] = await Promise.all([read(id, 'wait=2'), rehearsals.end(executionIds[0] ?? '')]);
  expect([reply.data.counts, applied(reply), reply.headers.get('Retry-After')]).toEqual([
    expect.objectContaining({ queued: 1, cancelled: 1 }),
    'wait=2',
    '5',
  ]);
});

test('a batch of which only reviews are open ends a wait, and later requests get their responses at once', async () => {
  const { project } = rehearsals;
  const { id, queuedId } = await batchUnderReview(gateway.database, project.id);
  const waiting = read(id, 'wait=30');
  await rehearsals.end(queuedId);
  for (const reply of [await waiting, await read(id, 'wait=30')])
    expect([reply.data.counts, reply.data.finishedAt, applied(reply)]).toEqual([
      expect.objectContaining({ needsReview: 1, cancelled: 1 }),
      null,
      'wait=30',
    ]);
});

test('a missing batch and one of another project are refused without waiting', async () => {
  const { id } = await newBatch(1);
  const { token } = await (await gateway.newProject()).newKey();
  for (const each of [id, newId('batch')])
    expect((await read(each, 'wait=30', token)).error.message).toBe('batch_not_found');
});

/** Ends what the watch follows by hand, and counts the look-ups. */
function byHand(openItem: () => Promise<string | null>) {
  const followed = new Map<string, Listener>();
  const watch = {
    follow: ({ id }: { readonly id: string }, listener: Listener) => {
      followed.set(id, listener);
      return () => void followed.delete(id);
    },
  };
  const batches = createBatchWatch({ watch, batches: { openItem }, logger: { warn: () => {} } });
  const end = (id: string): void => followed.get(id)?.({ status: 'succeeded' } as Execution);
  return { batches, followed, end };
}
const BATCH = { tenant: ['org_1', 'proj_1'], id: 'bat_1' } as const;

test('the database is asked again only when the followed execution has ended, and never after the client has left', async () => {
  const open: (string | null)[] = ['exe_3', 'exe_1', null];
  const openItem = vi.fn<() => Promise<string | null>>(() => Promise.resolve(open.shift() ?? null));
  const { batches, followed, end } = byHand(openItem);
  const idle = vi.fn<() => void>();
  batches.untilIdle(BATCH, idle);
  await expect.poll(() => [...followed.keys()]).toEqual(['exe_3']);
  followed.get('exe_3')?.({ status: 'running' } as Execution);
  expect(openItem).toHaveBeenCalledTimes(1);
  end('exe_3');
  await expect.poll(() => [...followed.keys()]).toEqual(['exe_1']);
  end('exe_1');
  await expect.poll(() => idle.mock.calls.length).toBe(1);
  expect([openItem.mock.calls.length, followed.size]).toEqual([3, 0]);
  open.push('exe_9');
  batches.untilIdle(BATCH, idle)();
  await expect.poll(() => openItem.mock.calls.length).toBe(4);
  expect([idle.mock.calls.length, followed.size]).toEqual([1, 0]);
});

test('a look-up that fails is repeated, and the client keeps waiting', async () => {
  vi.useFakeTimers();
  const openItem = vi
    .fn<() => Promise<string | null>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue(null);
  const idle = vi.fn<() => void>();
  byHand(openItem).batches.untilIdle(BATCH, idle);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([openItem.mock.calls.length, idle.mock.calls.length]).toEqual([2, 1]);
  vi.useRealTimers();
});

test('waits for batches and for executions have one limit', async () => {
  const metrics = createMetrics('test');
  const watch = { follow: () => () => {}, close: () => {} };
  const waits = createLongPolls({ watch, metrics }, { perKey: 1, perProject: 9, perOrganization: 9, all: 9 });
  const identity = { key: { lineage: 'a' }, project: { id: 'p' }, organization: { id: 'o' } } as never;
  const waiting = { identity, prefer: 'wait=30', onGone: () => {} };
  const respond = (data: unknown) => ({ status: 200 as const, data });
  const follow = () => ({ leave: () => {}, latest: () => 'later' });
  const first = waits.answeredWhen(waiting, { state: 'now', isOver: () => false, follow }, respond);
  expect(await waits.answered(waiting, { status: 'running' } as Execution, respond)).toEqual(
    respond({ status: 'running' }),
  );
  waits.close();
  expect(await first).toMatchObject({ data: 'later' });
});
