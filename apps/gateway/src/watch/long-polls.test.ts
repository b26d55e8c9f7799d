/** Long polls by `Prefer: wait`: a delayed response equals that of a poll, holds no resource meanwhile, and is optional. */
import type { Execution } from '@farebox/contract';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { createWatchedReader } from '@farebox/executions';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { startProxy } from '../testing/proxy.fixture.ts';
import { type Rehearsals, rehearsalsOn } from '../testing/rehearsals.fixture.ts';
import { underReview } from '../testing/review.fixture.ts';
import { createExecutionPoller } from './execution-poller.ts';
import { createLongPolls } from './long-polls.ts';

let gateway: TestGateway;
let rehearsals: Rehearsals;

beforeAll(async () => {
  // With a single connection, a request that held one would block all others.
  gateway = await startTestGateway({ FAREBOX_DATABASE_POOL: '1', FAREBOX_LAME_DUCK_SECONDS: '0' });
  rehearsals = await rehearsalsOn(gateway);
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const WAIT = { Prefer: 'wait=30' };
const applied = ({ headers }: { headers: Headers }) => headers.get('Preference-Applied');

/** Starts executions whose responses are delayed. */
async function waitingFor(count: number) {
  const replies = Array.from({ length: count }, () => rehearsals.execute(WAIT));
  const projectId = rehearsals.project.id;
  const find = () => gateway.database.prisma.execution.findMany({ where: { projectId, status: 'queued' } });
  await expect.poll(async () => (await find()).length).toBe(count);
  return { replies, ids: (await find()).map(({ id }) => id) };
}

test('a waiting execute responds once the execution has ended, as accepted; no connection is held meanwhile', async () => {
  const { replies, ids } = await waitingFor(20);
  const [first = ''] = ids;
  expect((await rehearsals.read(first)).data.status).toBe('queued');
  for (const id of ids) await rehearsals.end(id);
  for (const reply of await Promise.all(replies)) {
    expect([reply.status, applied(reply), reply.headers.get('Location')]).toEqual([
      202,
      'wait=30',
      `/tools/executions/${reply.data.id}`,
    ]);
    expect(reply.data.status).toBe('cancelled');
    expect(reply.data).toEqual((await rehearsals.read(reply.data.id)).data);
  }
});

test('a waiting read responds when its execution has ended, and at once for an ended one', async () => {
  const { data } = await rehearsals.execute();
  const { data: other } = await rehearsals.execute();
  const isOther = rehearsals.read(other.id, { Prefer: 'wait=20' }).then(() => 'the other');
  const read = rehearsals.read(data.id, WAIT);
  await rehearsals.end(data.id);
  expect(await Promise.race([read.then(({ data: { status } }) => status), isOther])).toBe('cancelled');
  expect(applied(await read)).toBe('wait=30');
  expect(applied(await rehearsals.read(data.id, WAIT))).toBe('wait=30');
  await rehearsals.end(other.id);
  await isOther;
});

test('at the end of the wait the response has the current state and the Retry-After of a poll', async () => {
  const { data } = await rehearsals.execute({ Prefer: 'wait=1' });
  expect(data.status).toBe('queued');
  const [read] = await Promise.all([rehearsals.read(data.id, { Prefer: 'wait=3' }), rehearsals.start(data.id)]);
  expect(read.data).toEqual((await rehearsals.read(data.id)).data);
  expect([read.data.status, applied(read), read.headers.get('Retry-After')]).toEqual(['running', 'wait=3', '5']);
});

test('a replay waits too, and is 200 once the execution has ended', async () => {
  const headers = { 'Idempotency-Key': 'waits-twice' };
  const { data } = await rehearsals.execute(headers);
  const again = rehearsals.execute({ ...headers, ...WAIT });
  await rehearsals.end(data.id);
  const { status, headers: answered } = await again;
  expect([status, answered.get('Idempotent-Replayed'), answered.get('Retry-After')]).toEqual([200, 'true', null]);
});

test('a review ends a wait, and a later request gets its response at once', async () => {
  const { executionId } = await underReview(gateway.database, rehearsals.project.id);
  const read = await rehearsals.read(executionId, WAIT);
  expect([read.data.status, applied(read)]).toEqual(['needs_review', 'wait=30']);
});

test('a missing execution and one of another project are refused without waiting', async () => {
  const { data } = await rehearsals.execute();
  const { token } = await (await gateway.newProject()).newKey();
  for (const id of [data.id, newId('execution')]) {
    const reply = await gateway.call(`GET /tools/executions/${id}`, { key: token, headers: WAIT });
    expect(reply.error.message).toBe('execution_not_found');
  }
});

test('an outage of the database during a wait is no failure: the watch retries until the database is back', async () => {
  await using own = await startTestGateway();
  const { execute, end, key } = await rehearsalsOn(own);
  const waiting = execute(WAIT);
  const find = () => own.database.prisma.execution.findFirst();
  await expect.poll(find).not.toBeNull();
  own.databaseProxy.cut();
  // Two requests take longer than a statement is retried.
  for (let asked = 0; asked < 2; asked++) expect((await own.call('GET /tools/usage', { key })).status).toBe(503);
  const { id = '' } = (await find()) ?? {};
  await end(id);
  await using _ = await backAt(own);
  const reply = await waiting;
  expect([reply.status, reply.data.status]).toEqual([202, 'cancelled']);
});

async function backAt({ databaseProxy, appUrl }: TestGateway): Promise<AsyncDisposable> {
  const proxy = await startProxy(appUrl, Number(new URL(databaseProxy.url).port));
  return { [Symbol.asyncDispose]: () => proxy.close() };
}

test('a stopping gateway responds to waiting clients without `Preference-Applied`', async () => {
  const own = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  const { execute } = await rehearsalsOn(own);
  const waiting = execute(WAIT);
  await expect.poll(() => own.database.prisma.execution.count()).toBe(1);
  await own[Symbol.asyncDispose]();
  const reply = await waiting;
  expect([reply.status, reply.data.status, applied(reply)]).toEqual([202, 'queued', null]);
});

test('beyond the limits of a key and of the gateway `Prefer` is ignored; a client that disconnects frees its slot', async () => {
  const metrics = createMetrics('test');
  const logger = createLogger({ app: 'gateway', level: 'silent' });
  const watch = createExecutionPoller({ reader: createWatchedReader(gateway.database), logger });
  const waits = createLongPolls({ watch, metrics }, { perKey: 1, perProject: 9, perOrganization: 9, all: 2 });
  const { data: execution } = await rehearsals.execute();
  const gone = new EventTarget();
  const wait = (lineage: string) => {
    const identity = { key: { lineage }, project: { id: rehearsals.project.id }, organization: { id: 'o' } } as never;
    const onGone = (listener: () => void): void => gone.addEventListener(lineage, listener, { once: true });
    const respond = (data: Execution) => ({ status: 200 as const, data });
    return waits.answered({ identity, prefer: 'wait=30', onGone }, execution, respond);
  };
  const isLeft = async (lineage: string) => !('headers' in (await wait(lineage)));
  const first = wait('a');
  expect(await isLeft('a')).toBe(true);
  const second = wait('b');
  expect(await isLeft('c')).toBe(true);
  gone.dispatchEvent(new Event('a'));
  await first;
  const again = wait('a');
  expect(await isLeft('a')).toBe(true);
  waits.close();
  await Promise.all([again, second]);
  watch.close();
  expect(await metrics.registry.getSingleMetricAsString('farebox_waits_total')).toMatch(/outcome="refused".* 3$/m);
});

test('beyond the part of an organization `Prefer` is ignored, whatever its number of projects and keys', async () => {
  const metrics = createMetrics('test');
  const watch = { follow: () => () => {}, close: () => {} };
  const waits = createLongPolls({ watch, metrics }, { perKey: 9, perProject: 9, perOrganization: 2, all: 9 });
  const { data: execution } = await rehearsals.execute();
  const wait = (organization: string, project: string) => {
    const identity = {
      key: { lineage: project },
      project: { id: project },
      organization: { id: organization },
    } as never;
    const respond = (data: Execution) => ({ status: 200 as const, data });
    return waits.answered({ identity, prefer: 'wait=30', onGone: () => {} }, execution, respond);
  };
  const waiting = [wait('o', 'p'), wait('o', 'q')];
  expect('headers' in (await wait('o', 'r'))).toBe(false);
  waiting.push(wait('other', 's'));
  expect(await Promise.race([...waiting, Promise.resolve('all wait')])).toBe('all wait');
  waits.close();
  await Promise.all(waiting);
});

test('a client that disconnects before the response loses nothing', async () => {
  const controller = new AbortController();
  const { data } = await rehearsals.execute();
  const url = `${gateway.url}/tools/executions/${data.id}`;
  const headers = { Authorization: `Bearer ${rehearsals.key}`, ...WAIT };
  const lost = fetch(url, { headers, signal: controller.signal });
  controller.abort();
  await expect(lost).rejects.toThrow('abort');
  await rehearsals.end(data.id);
  expect((await rehearsals.read(data.id)).data.status).toBe('cancelled');
});
