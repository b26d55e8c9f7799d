/** Event streams send the states that polls return, to the clients that may poll, as long as they may. */
import { once } from 'node:events';
import type { ErrorBody, Execution } from '@farebox/contract';
import { revokeKey } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { createMetrics } from '@farebox/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { type Listening, listen, type Told } from '../testing/listen.fixture.ts';
import { startProxy } from '../testing/proxy.fixture.ts';
import { type Rehearsals, rehearsalsOn } from '../testing/rehearsals.fixture.ts';
import { unread } from '../testing/unread.fixture.ts';
import { createEventStream } from './event-stream.ts';
import { sharedLimitsOf } from './shared-limits.ts';
import { createStreamRegistry } from './stream-registry.ts';

let gateway: TestGateway;
let rehearsals: Rehearsals;

beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  rehearsals = await rehearsalsOn(gateway);
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const follow = (
  id: string,
  headers = {},
  { key, at = gateway }: { key?: string; at?: TestGateway } = {},
): Promise<Listening> => listen(`${at.url}/tools/executions/${id}/events`, { key: key ?? rehearsals.key, headers });
const stateOf = (told: Told | undefined): Execution => JSON.parse(told?.data ?? '') as Execution;
const errorOf = async ({ response }: Listening) => ((await response.json()) as ErrorBody).error.message;

test('a stream sends the current state, then each change, as polls return them, then the end event', async () => {
  const { data } = await rehearsals.execute();
  const stream = await follow(data.id);
  expect([
    stream.response.status,
    ...['Content-Type', 'Cache-Control', 'X-Accel-Buffering'].map((name) => stream.response.headers.get(name)),
  ]).toEqual([200, 'text/event-stream', 'no-store', 'no']);
  expect(stateOf(await stream.next())).toEqual((await rehearsals.read(data.id)).data);
  const cancel = await gateway.call<Execution>(`POST /tools/executions/${data.id}/cancel`, { key: rehearsals.key });
  expect(stateOf(await stream.next())).toEqual((await rehearsals.read(data.id)).data);
  expect(cancel.data.status).toBe('cancelled');
  expect((await stream.next())?.event).toBe('end');
  expect(await stream.next()).toBeUndefined();
});

test('a running execution is sent while it runs; for an ended one its state and the end event are sent at once', async () => {
  const { data } = await rehearsals.execute();
  const stream = await follow(data.id);
  expect(stateOf(await stream.next()).status).toBe('queued');
  await rehearsals.start(data.id);
  expect(stateOf(await stream.next())).toEqual((await rehearsals.read(data.id)).data);
  stream.close();
  const { data: other } = await rehearsals.execute();
  await rehearsals.end(other.id);
  const told = (await (await follow(other.id)).rest()).filter(({ event }) => event !== undefined);
  expect(told.map(({ event }) => event)).toEqual(['execution', 'end']);
  expect(stateOf(told[0])).toEqual((await rehearsals.read(other.id)).data);
});

test('a client that reconnects with the id of the last state gets the next one; with any other text, the current one', async () => {
  const { data } = await rehearsals.execute();
  const first = await follow(data.id);
  const { id = '' } = (await first.next()) ?? {};
  first.close();
  expect(stateOf(await (await follow(data.id, { 'Last-Event-ID': 'nonsense' })).next()).status).toBe('queued');
  const again = await follow(data.id, { 'Last-Event-ID': id });
  await rehearsals.end(data.id);
  expect(stateOf(await again.next()).status).toBe('cancelled');
  const { id: last = '' } = (await (await follow(data.id)).next()) ?? {};
  expect((await (await follow(data.id, { 'Last-Event-ID': last })).next())?.event).toBe('end');
});

test('the stream of another project’s execution and of a missing one get the same 404', async () => {
  const { data } = await rehearsals.execute();
  const { token } = await (await gateway.newProject()).newKey();
  for (const id of [data.id, newId('execution'), 'exe_0']) {
    const refused = await follow(id, {}, { key: token });
    expect(refused.response.status).toBe(404);
    expect(await errorOf(refused)).toBe('execution_not_found');
  }
});

test('the streams of a revoked key are closed, those of other keys are not', async () => {
  const { data } = await rehearsals.execute();
  const { token, keyId } = await rehearsals.project.newKey();
  const [lost, kept] = [await follow(data.id, {}, { key: token }), await follow(data.id)];
  for (const stream of [lost, kept]) expect(stateOf(await stream.next()).status).toBe('queued');
  await revokeKey(gateway, { projectId: rehearsals.project.id, keyId });
  let last: Told | undefined | 'open' = 'open';
  void lost.next().then((told) => (last = told));
  await expect.poll(() => last).toBeUndefined();
  expect((await follow(data.id, {}, { key: token })).response.status).toBe(401);
  await rehearsals.end(data.id);
  expect(stateOf(await kept.next()).status).toBe('cancelled');
});

test('an outage of the database closes no stream', async () => {
  await using own = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  const { execute, end, key } = await rehearsalsOn(own);
  const { data } = await execute();
  const stream = await follow(data.id, {}, { key, at: own });
  expect(stateOf(await stream.next()).status).toBe('queued');
  own.databaseProxy.cut();
  for (let asked = 0; asked < 2; asked++) expect((await own.call('GET /tools/usage', { key })).status).toBe(503);
  await end(data.id);
  const proxy = await startProxy(own.appUrl, Number(new URL(own.databaseProxy.url).port));
  expect(stateOf(await stream.next()).status).toBe('cancelled');
  await proxy.close();
});

test('a stopping gateway asks its clients to reconnect after different delays, and does not wait for them', async () => {
  const own = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  const { execute, key } = await rehearsalsOn(own);
  const { data } = await execute();
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(data.id, {}, { key, at: own })));
  await own[Symbol.asyncDispose]();
  const rests = Promise.all(streams.map(({ rest }) => rest()));
  await expect(rests).resolves.toHaveLength(20);
  const last = (await rests).map((told) => Number(told.at(-1)?.retry));
  expect(new Set(last).size).toBeGreaterThan(1);
  expect(Math.min(...last)).toBeGreaterThanOrEqual(1_000);
});

test('HEAD gets only the head of the response', async () => {
  const { data } = await rehearsals.execute();
  const { response, next } = await listen(`${gateway.url}/tools/executions/${data.id}/events`, {
    key: rehearsals.key,
    method: 'HEAD',
  });
  expect([response.status, response.headers.get('Content-Type'), await next()]).toEqual([
    200,
    'text/event-stream',
    undefined,
  ]);
});

/** @param name names of an organization, a project and a key. */
const identityOf = ([organization, project, lineage]: string) =>
  ({ key: { lineage }, project: { id: project }, organization: { id: organization } }) as never;

test('an organization holds its part of the streams, whatever its number of projects and keys', async () => {
  const limits = { perKey: 2, perProject: 3, perOrganization: 4, all: 6 };
  const streams = createStreamRegistry(createMetrics('test'), limits);
  const enter = (name: string) => streams.enter(identityOf(name));
  const [leave] = ['opk', 'opk', 'opl', 'oqm'].map((name) => enter(name));
  expect(() => enter('orn')).toThrow(
    expect.objectContaining({ message: 'rate_limit_exceeded', details: { of: 'organization', streamsMax: 4 } }),
  );
  for (const other of ['xyz', 'xyz']) enter(other);
  leave?.();
  expect(() => enter('opl')).not.toThrow();
  expect(() => enter('xyw')).toThrow('service_unavailable');
});

test('a project holds half of the part of its organization', () => {
  expect(sharedLimitsOf(20)).toEqual({ perKey: 100, perProject: 500, perOrganization: 1_000, all: 5_000 });
  expect(sharedLimitsOf(1)).toEqual({ perKey: 25, perProject: 25, perOrganization: 50, all: 5_000 });
});

test('streams beyond the limit of a key get 429, beyond that of the gateway 503; a closed stream frees its slot', async () => {
  const limits = { perKey: 2, perProject: 9, perOrganization: 9, all: 3 };
  const streams = createStreamRegistry(createMetrics('test'), limits);
  const enter = (lineage: string) => streams.enter(identityOf(`op${lineage}`));
  const [leave] = [enter('a'), enter('a')];
  expect(() => enter('a')).toThrow('rate_limit_exceeded');
  enter('b');
  expect(() => enter('b')).toThrow('service_unavailable');
  leave?.();
  enter('b');
  streams.close();
  expect(() => enter('c')).toThrow('service_unavailable');
});

const STATE_BYTES = 32 * 1024;
const state = (at: number): string => JSON.stringify({ at, filler: 'x'.repeat(STATE_BYTES) });

test('for a slow client only the latest state of each subject waits, in bounded memory', async () => {
  await using given = await unread();
  const { response, client } = given;
  const stream = createEventStream(response);
  const last = 2_000;
  let most = 0;
  for (let at = 1; at <= last; at++) {
    stream.send('execution', { event: 'execution', id: String(at), data: state(at) });
    most = Math.max(most, response.writableLength);
    if (at % 50 === 0) await new Promise(setImmediate);
  }
  expect(most).toBeLessThan(64 * 1024 + 2 * STATE_BYTES);
  stream.send('end', { event: 'end', data: '{}' });
  stream.end();
  let text = '';
  client.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  client.resume();
  await once(response, 'finish');
  await expect.poll(() => text).toContain('event: end');
  const told = [...text.matchAll(/^data: \{"at":(\d+)/gm)].map(([, at]) => Number(at));
  expect(told.at(-1)).toBe(last);
  expect(told.length).toBeLessThan(last);
});

test('a client that reads nothing between two comments is disconnected', async () => {
  await using given = await unread();
  const { response } = given;
  const stream = createEventStream(response);
  for (let at = 0; response.writableLength === 0 || at < 1_000; at++) {
    stream.send('execution', { event: 'execution', data: state(at) });
    if (at % 50 === 0) await new Promise(setImmediate);
  }
  stream.beat();
  expect(response.destroyed).toBe(false);
  stream.beat();
  expect(response.destroyed).toBe(true);
});

test('nothing is written to an ended stream, however slowly its client reads', async () => {
  await using given = await unread();
  const { response, client } = given;
  const stream = createEventStream(response);
  for (let at = 0; response.writableLength === 0; at++) {
    stream.send('execution', { event: 'execution', data: state(at) });
    if (at % 50 === 0) await new Promise(setImmediate);
  }
  expect(stream.isFull()).toBe(false);
  stream.leave();
  const failed = once(response, 'error');
  const closed = once(response, 'close').then(() => 'closed');
  stream.send('execution', { event: 'execution', data: state(0) });
  stream.beat();
  stream.leave();
  stream.end();
  client.resume();
  expect(await Promise.race([failed, closed])).toBe('closed');
});
