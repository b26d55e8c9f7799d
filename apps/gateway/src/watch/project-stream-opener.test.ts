/** Streams of projects: no accept and no end is missing, under any interruption, and nothing of another project is sent. */
import { once } from 'node:events';
import type { Execution } from '@farebox/contract';
import { revokeKey } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { type Listening, listen } from '../testing/listen.fixture.ts';
import { startProxy } from '../testing/proxy.fixture.ts';
import { type Rehearsals, rehearsalsOn } from '../testing/rehearsals.fixture.ts';
import { unread } from '../testing/unread.fixture.ts';
import { createEventStream } from './event-stream.ts';
import { createProjectStream } from './project-stream.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Heard {
  readonly states: readonly Execution[];
  readonly id: string;
  /** Data of the snapshot event. */
  readonly facts: { readonly resumed?: boolean; readonly more?: boolean };
}

const open = (
  { key }: Pick<Rehearsals, 'key'>,
  { after, query = '', at = gateway }: { after?: string; query?: string; at?: TestGateway } = {},
): Promise<Listening> =>
  listen(`${at.url}/tools/events${query}`, { key, headers: after === undefined ? {} : { 'Last-Event-ID': after } });

/** Reads events up to the next position, or until `isEnough`. */
async function heard(
  stream: Listening,
  isEnough?: (states: readonly Execution[], position: string) => boolean,
): Promise<Heard> {
  const states: Execution[] = [];
  for (;;) {
    const { event, id = '', data = '' } = (await stream.next()) ?? {};
    if (event === undefined) throw new Error('the stream has ended');
    const value = JSON.parse(data) as Execution & Heard['facts'];
    if (event === 'execution') states.push(value);
    if (isEnough === undefined ? event !== 'execution' : isEnough(states, id)) return { states, id, facts: value };
  }
}

const includes =
  (...wanted: readonly (readonly [string, Execution['status']])[]) =>
  (states: readonly Execution[]): boolean =>
    wanted.every(([id, status]) => states.some((state) => state.id === id && state.status === status));

test('a stream starts with the open executions, then sends each accept, change and end, as polls return them', async () => {
  const own = await rehearsalsOn(gateway);
  const [first, second] = [await own.execute(), await own.execute()];
  await own.end((await own.execute()).data.id);
  const stream = await open(own);
  expect([stream.response.status, stream.response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
  const snapshot = await heard(stream);
  expect(snapshot.facts).toEqual({ resumed: false, more: false });
  const polled = async (...ids: readonly string[]) =>
    await Promise.all(ids.map(async (id) => (await own.read(id)).data));
  expect(snapshot.states).toEqual(await polled(second.data.id, first.data.id));
  await own.start(first.data.id);
  const running = await heard(stream, includes([first.data.id, 'running']));
  expect(running.states.at(-1)).toEqual((await polled(first.data.id))[0]);
  const third = await own.execute();
  await heard(stream, includes([third.data.id, 'queued']));
  await own.end(third.data.id);
  await own.end(second.data.id);
  const ends = await heard(stream, includes([second.data.id, 'cancelled'], [third.data.id, 'cancelled']));
  const last = new Map(ends.states.map((state) => [state.id, state]));
  expect([...last.values()]).toEqual(await polled(...last.keys()));
});

test('an execution that begins and ends between two queries is sent', async () => {
  const own = await rehearsalsOn(gateway);
  const stream = await open(own);
  expect((await heard(stream)).states).toEqual([]);
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) {
    const { data } = await own.execute();
    await own.end(data.id);
    ids.push(data.id);
  }
  const { states } = await heard(stream, (_, position) => position === `${ids.at(-1)}.settle`);
  const ended = states.filter(({ status }) => status === 'cancelled').map(({ id }) => id);
  expect(new Set(ended)).toEqual(new Set(ids));
});

test('a client that reconnects with an id gets the changes since; with any other text, the open executions', async () => {
  const own = await rehearsalsOn(gateway);
  const [ended, stays] = [await own.execute(), await own.execute()];
  const stream = await open(own);
  const { id } = await heard(stream);
  stream.close();
  await own.end(ended.data.id);
  const brief = await own.execute();
  await own.end(brief.data.id);
  const again = await heard(await open(own, { after: id }));
  expect(again.facts).toEqual({ resumed: true, more: false });
  expect(again.states.map((state) => [state.id, state.status])).toEqual(
    expect.arrayContaining([
      [ended.data.id, 'cancelled'],
      [brief.data.id, 'cancelled'],
      [stays.data.id, 'queued'],
    ]),
  );
  const other = await rehearsalsOn(gateway);
  const foreign = await other.execute();
  for (const text of ['nonsense', `${newId('execution')}.settle`, `${foreign.data.id}.reserve`, 'exe_0.settle']) {
    const fresh = await heard(await open(own, { after: text }));
    expect(fresh.facts, text).toEqual({ resumed: false, more: false });
    expect(fresh.states.map((state) => state.id)).toEqual([stays.data.id]);
  }
});

test('a client of a project without executions can resume without missing the first one', async () => {
  const own = await rehearsalsOn(gateway);
  const stream = await open(own);
  const { id } = await heard(stream);
  stream.close();
  const { data } = await own.execute();
  await own.end(data.id);
  const again = await heard(await open(own, { after: id }));
  expect(again.states.map((state) => [state.id, state.status])).toEqual([[data.id, 'cancelled']]);
});

test('streams of two projects in the same query get nothing of each other', async () => {
  const [own, other] = [await rehearsalsOn(gateway), await rehearsalsOn(gateway)];
  const [mine, theirs] = [await open(own), await open(other)];
  await heard(mine);
  await heard(theirs);
  const [a, b] = [await own.execute(), await other.execute()];
  await own.end(a.data.id);
  await other.end(b.data.id);
  const [first, second] = [
    await heard(mine, includes([a.data.id, 'cancelled'])),
    await heard(theirs, includes([b.data.id, 'cancelled'])),
  ];
  expect(new Set(first.states.map(({ id }) => id))).toEqual(new Set([a.data.id]));
  expect(new Set(second.states.map(({ id }) => id))).toEqual(new Set([b.data.id]));
});

test('a stream can be limited to the executions of one tool', async () => {
  const own = await rehearsalsOn(gateway);
  const { data } = await own.execute();
  expect((await heard(await open(own, { query: '?tool=rehearsal' }))).states.map(({ id }) => id)).toEqual([data.id]);
  expect((await heard(await open(own, { query: '?tool=image-resize' }))).states).toEqual([]);
  const refused = await open(own, { query: '?status=queued' });
  expect(refused.response.status).toBe(400);
});

test('the stream of a revoked key is closed', async () => {
  const own = await rehearsalsOn(gateway);
  const { token, keyId } = await own.project.newKey();
  const stream = await open({ key: token });
  await heard(stream);
  await revokeKey(gateway, { projectId: own.project.id, keyId });
  expect(await stream.next()).toBeUndefined();
});

test('an outage of the database loses no end', async () => {
  await using away = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  const own = await rehearsalsOn(away);
  const { data } = await own.execute();
  const stream = await open(own, { at: away });
  await heard(stream);
  away.databaseProxy.cut();
  for (let asked = 0; asked < 2; asked++)
    expect((await away.call('GET /tools/usage', { key: own.key })).status).toBe(503);
  await own.end(data.id);
  const proxy = await startProxy(away.appUrl, Number(new URL(away.databaseProxy.url).port));
  await heard(stream, includes([data.id, 'cancelled']));
  await proxy.close();
});

test('a stopping gateway asks its clients to reconnect', async () => {
  const away = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  const own = await rehearsalsOn(away);
  const stream = await open(own, { at: away });
  await heard(stream);
  await away[Symbol.asyncDispose]();
  expect(Number((await stream.rest()).at(-1)?.retry)).toBeGreaterThanOrEqual(1_000);
});

const STATE_BYTES = 32 * 1024;
const position = (name: string) => ({ projectId: 'prj', transferId: '1', name });
const stateOf = (id: string, at: number): Execution => ({ id, at, filler: 'x'.repeat(STATE_BYTES) }) as never;

test('for a slow client only ids are queued; once it reads, it gets the latest states and then the position', async () => {
  await using given = await unread();
  const { response, client } = given;
  const latest = new Map<string, number>();
  const stream = createProjectStream({
    stream: createEventStream(response),
    tool: undefined,
    begin: async () => ({ position: position('start'), open: [], since: null }),
    read: async (ids) =>
      new Map(
        ids.map((id) => {
          const state = stateOf(id, latest.get(id) ?? 0);
          return [id, { state, data: JSON.stringify(state) }];
        }),
      ),
  });
  stream.reached(position('start'));
  let most = 0;
  for (let at = 1; at <= 2_000; at++) {
    const id = `exe_${at % 100}`;
    latest.set(id, at);
    const state = stateOf(id, at);
    stream.changed(state, JSON.stringify(state));
    most = Math.max(most, response.writableLength);
    if (at % 50 === 0) await new Promise(setImmediate);
  }
  stream.reached(position('exe_1.settle'));
  expect(most).toBeLessThan(64 * 1024 + 2 * STATE_BYTES);
  let text = '';
  client.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  client.resume();
  await expect.poll(() => text.match(/^id: exe_1\.settle$/m)?.[0], { timeout: 60_000 }).toBe('id: exe_1.settle');
  const told = new Map([...text.matchAll(/^data: \{"id":"(\w+)","at":(\d+)/gm)].map(([, id, at]) => [id, Number(at)]));
  expect(told).toEqual(latest);
  expect(text.indexOf('id: exe_1.settle')).toBeGreaterThan(text.lastIndexOf('data: {"id"'));
});

test('a client with more queued changes than the limit must reconnect', async () => {
  await using given = await unread();
  const { response } = given;
  const stream = createProjectStream({
    stream: createEventStream(response),
    tool: undefined,
    begin: () => new Promise(() => {}),
    read: () => new Promise(() => {}),
  });
  const isOver = once(response, 'finish');
  given.client.resume();
  for (let at = 0; at <= 5_000; at++) stream.changed(stateOf(`exe_${at}`, at), '');
  await isOver;
});
