/** An event URL streams what the key that made it may stream, without the key, until it expires, and nothing else. */
import type { ErrorBody, EventUrl, Execution, Project } from '@farebox/contract';
import { revokeKey, setOrigins } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { createSeal } from '@farebox/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { type Listening, listen, type Told } from '../testing/listen.fixture.ts';
import { type Rehearsals, rehearsalsOn } from '../testing/rehearsals.fixture.ts';
import { movedClock, outcomeOf } from '../testing/sound.fixture.ts';
import { createEventAddresses, type EventPermission } from './event-addresses.ts';

const URL_SECRET = 'the-secret-of-the-event-urls-here';
const REFUSED = '404 event_url_not_usable';

let gateway: TestGateway;
let rehearsals: Rehearsals;
let permission: EventPermission;

beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0', FAREBOX_URL_SECRET: URL_SECRET });
  rehearsals = await rehearsalsOn(gateway);
  const { data } = await gateway.call<Project>('GET /tools/project', { key: rehearsals.key });
  permission = {
    keyPublicId: data.key.publicId,
    projectId: data.project.id,
    expiresAt: new Date(Date.now() + 600_000),
    stream: { kind: 'project', tool: undefined },
  };
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const ask = (json: object, key = rehearsals.key) => gateway.call<EventUrl>('POST /tools/event-urls', { key, json });
const urlOf = async (json: object = {}, key?: string): Promise<string> => (await ask(json, key)).data.url;
const sealed = (changes: Partial<EventPermission> = {}, urlSecret = URL_SECRET): string =>
  createEventAddresses({ publicUrl: new URL(gateway.url), urlSecret }).urlOf({ ...permission, ...changes });

/** Opens a URL as a page does: without a key. */
const open = (url: string, headers = {}): Promise<Listening> => listen(url, { headers });
const stateOf = (told: Told | undefined): Execution => JSON.parse(told?.data ?? '') as Execution;
async function outcomeAt(url: string): Promise<{ outcome: string; text: string; headers: Headers }> {
  const { response, close } = await open(url);
  if (response.ok) {
    close();
    return { outcome: '200', text: '', headers: response.headers };
  }
  const text = comparable(await response.text(), response);
  const { message } = (JSON.parse(text) as ErrorBody).error;
  return { outcome: `${response.status} ${message}`, text, headers: response.headers };
}

/** Whether the stream has ended. The value changes once the stream has. */
function watched(stream: Listening): () => boolean {
  let isOver = false;
  const end = (): void => void (isOver = true);
  void stream.rest().then(end, end); // a rejection: the test has closed it
  return () => isOver;
}

describe('an event URL', () => {
  test('contains neither project nor key nor execution, and expires within fifteen minutes', async () => {
    const { data: execution } = await rehearsals.execute();
    const { data } = await ask({ executionId: execution.id });
    const told = data.url + Buffer.from(data.url.split('/').at(-1) ?? '', 'base64url').toString('latin1');
    for (const secret of [permission.projectId, permission.keyPublicId, rehearsals.key, execution.id])
      expect(told).not.toContain(secret);
    const [row] = await gateway.database.prisma.$queryRaw<{ seconds: number }[]>`
      SELECT extract(epoch FROM ${new Date(data.expiresAt)}::timestamptz - instant())::float AS seconds`;
    expect(row?.seconds).toBeGreaterThan(880);
    expect(row?.seconds).toBeLessThanOrEqual(900);
  });

  test('for an execution has the same stream as its key, and resumes it', async () => {
    const { data } = await rehearsals.execute();
    const url = await urlOf({ executionId: data.id });
    const [stream, keys] = [
      await open(url),
      await listen(`${gateway.url}/tools/executions/${data.id}/events`, { key: rehearsals.key }),
    ];
    const names = ['Content-Type', 'Cache-Control', 'X-Accel-Buffering'];
    expect(names.map((name) => stream.response.headers.get(name))).toEqual(['text/event-stream', 'no-store', 'no']);
    const first = await stream.next();
    expect(first).toEqual(await keys.next());
    await rehearsals.end(data.id);
    const [states, others] = [await stream.rest(), await keys.rest()];
    expect(states).toEqual(others);
    expect(states.at(-1)?.event).toBe('end');
    const again = await open(url, { 'Last-Event-ID': states.at(-2)?.id ?? '' });
    expect((await again.rest()).flatMap(({ event }) => event ?? [])).toEqual(['end']);
  });

  test('for the project streams its executions, filtered by tool, and resumes after a position', async () => {
    const { data } = await rehearsals.execute();
    const stream = await open(await urlOf({ tool: 'rehearsal' }));
    const states = [];
    let told = await stream.next();
    for (; told?.event === 'execution'; told = await stream.next()) states.push(stateOf(told).id);
    expect([states.includes(data.id), told?.event]).toEqual([true, 'snapshot']);
    stream.close();
    const others = await open(await urlOf({ tool: 'image-resize' }));
    expect((await others.next())?.event).toBe('snapshot');
    others.close();
    const resumed = await open(await urlOf(), { 'Last-Event-ID': told?.id ?? '' });
    let last = await resumed.next();
    while (last?.event === 'execution') last = await resumed.next();
    expect(JSON.parse(last?.data ?? '')).toMatchObject({ resumed: true });
    resumed.close();
  });

  test.each([
    ['for an execution that does not exist', () => ({ executionId: newId('execution') }), '404 execution_not_found'],
    [
      'with a tool and an execution',
      () => ({ executionId: newId('execution'), tool: 'rehearsal' }),
      '400 invalid_request',
    ],
    ['for more than fifteen minutes', () => ({ expiresInSeconds: 901 }), '400 invalid_request'],
    ['with an unknown field', () => ({ execution: 'exe_0' }), '400 invalid_request'],
  ])('%s is refused', async (_, json, outcome) => {
    expect(outcomeOf(await ask(json()))).toBe(outcome);
  });
});

describe('no stream opens', () => {
  test('at a URL that was changed, or made elsewhere, for another purpose or project: all get the same response', async () => {
    const url = await urlOf();
    const address = url.split('/').at(-1) as string;
    const changed = [0, 20, address.length - 4].map((at) => {
      const other = address[at] === 'A' ? 'B' : 'A';
      return url.slice(0, url.length - address.length + at) + other + address.slice(at + 1);
    });
    const { expiresAt, keyPublicId, projectId } = permission;
    const text = JSON.stringify([expiresAt.getTime(), keyPublicId, projectId, null, null]);
    const refused = [
      ...changed,
      sealed({}, 'x'.repeat(32)),
      `${gateway.url}/event-streams/${createSeal(URL_SECRET, 'farebox-upload-url-1').seal(text)}`,
      sealed({ projectId: (await gateway.newProject()).id }),
      sealed({ keyPublicId: 'nobodysKey000000' }),
      `${gateway.url}/event-streams/nonsense`,
      `${url}?x=1`,
    ];
    const texts = new Set<string>();
    for (const each of refused) {
      const reply = await outcomeAt(each);
      expect([reply.outcome, reply.headers.get('ratelimit')], each).toEqual([REFUSED, null]);
      texts.add(reply.text);
    }
    expect([...texts].map((each) => (JSON.parse(each) as ErrorBody).error.details)).toEqual([undefined]);
    expect((await outcomeAt(sealed())).outcome).toBe('200');
  });

  test('at an expired URL, by the clock of the database', async () => {
    const url = await urlOf({ expiresInSeconds: 900 });
    await movedClock(gateway, '14 minutes', async () => expect((await outcomeAt(url)).outcome).toBe('200'));
    await movedClock(gateway, '901 seconds', async () => {
      const { outcome, text } = await outcomeAt(url);
      expect(outcome).toBe(REFUSED);
      expect((JSON.parse(text) as ErrorBody).error.details).toMatchObject({ reason: 'expired' });
    });
  });

  test('with another method than GET', async () => {
    const path = (await urlOf()).slice(gateway.url.length);
    for (const method of ['PUT', 'POST', 'DELETE'])
      expect(outcomeOf(await gateway.call(`${method} ${path}`))).toBe('404 not_found');
  });
});

describe('an open stream', () => {
  test('ends when its URL expires, and others stay open', async () => {
    const [short, kept] = [await open(await urlOf({ expiresInSeconds: 2 })), await open(await urlOf())];
    const [isOver, isKeptOver] = [watched(short), watched(kept)];
    await expect.poll(isOver).toBe(true);
    expect(isKeptOver()).toBe(false);
    kept.close();
  });

  test('ends when its key is revoked or loses the scope, and cannot be opened again', async () => {
    const [revoked, unscoped] = [await rehearsals.project.newKey(), await rehearsals.project.newKey()];
    const urls = [await urlOf({}, revoked.token), await urlOf({}, unscoped.token)];
    const ends = [];
    for (const url of urls) ends.push(watched(await open(url)));
    await revokeKey(gateway, { projectId: rehearsals.project.id, keyId: revoked.keyId });
    await gateway.database.prisma.apiKey.updateMany({
      where: { id: unscoped.keyId },
      data: { scopes: ['tools:read'] },
    });
    for (const isOver of ends) await expect.poll(isOver).toBe(true);
    const outcomes = [];
    for (const url of urls) outcomes.push((await outcomeAt(url)).outcome);
    expect(outcomes).toEqual([REFUSED, '403 platform_api_key_scope_required']);
  });

  test('counts against the limit of streams of the key', async () => {
    await using own = await startTestGateway({
      FAREBOX_LAME_DUCK_SECONDS: '0',
      FAREBOX_ORGANIZATION_SHARE_PERCENT: '1',
    });
    const { token: key } = await (await own.newProject()).newKey();
    const { url } = (await own.call<EventUrl>('POST /tools/event-urls', { key, json: {} })).data;
    const opened = [];
    for (let streams = 0; streams < 25; streams++) opened.push(await open(url));
    expect(opened.map(({ response }) => response.status)).toEqual(opened.map(() => 200));
    expect(outcomeOf(await own.call('GET /tools/events', { key }))).toBe('429 rate_limit_exceeded');
    expect((await open(url)).response.status).toBe(429);
    for (const { close } of opened) close();
  });
});

test('pages of exactly the origins that the project lists may read the stream', async () => {
  const [page, strange] = ['https://shop.example', 'https://strange.example'];
  await gateway.database.transaction((transaction) =>
    setOrigins(transaction, { projectId: rehearsals.project.id, origins: [page] }),
  );
  const url = await urlOf();
  const allowed = async (origin: string, method = 'GET') => {
    const preflight = method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'GET' } : {};
    const { response, close } = await listen(url, { method, headers: { Origin: origin, ...preflight } });
    close();
    return [response.status, response.headers.get('access-control-allow-origin')];
  };
  expect([await allowed(page), await allowed(strange)]).toEqual([
    [200, page],
    [200, null],
  ]);
  expect([await allowed(page, 'OPTIONS'), await allowed(strange, 'OPTIONS')]).toEqual([
    [204, page],
    [404, null],
  ]);
});

test('requests to event URLs have a separate rate limit, so that pages do not use up the limit of the key', async () => {
  await using own = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0', FAREBOX_RATE_LIMIT_PER_MINUTE: '3' });
  const { token: key } = await (await own.newProject()).newKey();
  const { url } = (await own.call<EventUrl>('POST /tools/event-urls', { key, json: {} })).data;
  const outcomes: string[] = [];
  // More than two windows allow, in case a new window starts meanwhile.
  while (outcomes.length < 8 && outcomes.at(-1) !== '429 rate_limit_exceeded')
    outcomes.push((await outcomeAt(url)).outcome);
  expect(outcomes.slice(0, 3)).toEqual(['200', '200', '200']);
  expect(outcomes.at(-1)).toBe('429 rate_limit_exceeded');
  expect((await own.call('GET /tools/project', { key })).status).toBe(200);
});
