/** Cross-origin reads: pages of the origins that a project lists read all its responses; other pages read none. */
import type { File, UploadUrl } from '@farebox/contract';
import { setOrigins } from '@farebox/identity';
import { sound } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparable, startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { outcomeOf, SIZE } from '../testing/sound.fixture.ts';

const PAGE = 'https://app.example';
const OTHERS = 'https://other.example';
/** An origin that no project lists. */
const STRANGE = 'https://strange.example';

let gateway: TestGateway;
let project: TestProject;
let key: string;
let keyWithout: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  project = await gateway.newProject();
  const other = await gateway.newProject();
  key = (await project.newKey()).token;
  keyWithout = (await (await gateway.newProject()).newKey()).token;
  await gateway.database.transaction(async (transaction) => {
    await setOrigins(transaction, { projectId: project.id, origins: [PAGE] });
    await setOrigins(transaction, { projectId: other.id, origins: [OTHERS] });
  });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const from = (origin: string) => ({ Origin: origin });
const allowed = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin');
const preflight = (path: string, origin: string, method: string) =>
  fetch(gateway.url + path, {
    method: 'OPTIONS',
    headers: {
      ...from(origin),
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization',
    },
  });

test('a page of a listed origin reads successes and errors, with the headers that it needs', async () => {
  const replies = [
    await gateway.call('GET /tools/project', { key, headers: from(PAGE) }),
    await gateway.call('POST /tools/quote', { key, json: {}, headers: from(PAGE) }),
    await gateway.call('GET /tools/executions/exe_0', { key, headers: from(PAGE) }),
    await gateway.call('GET /nowhere', { key, headers: from(PAGE) }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 404, 404]);
  for (const reply of replies) {
    expect(allowed(reply)).toBe(PAGE);
    expect(reply.headers.get('vary')).toBe('Origin');
    expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('a page reads the catalog, its tag and its coding, and may ask whether the tag is still current', async () => {
  const reply = await gateway.call('GET /tools', { key, headers: from(PAGE) });
  expect(reply.headers.get('vary')).toBe('Origin, Accept-Encoding');
  expect(reply.headers.get('access-control-expose-headers')).toContain('ETag');
  const answered = await preflight('/tools', PAGE, 'GET');
  expect(answered.headers.get('access-control-allow-headers')).toContain('If-None-Match');
  const tag = reply.headers.get('etag') ?? '';
  const current = await gateway.call('GET /tools', { key, headers: { ...from(PAGE), 'If-None-Match': tag } });
  expect([current.status, allowed(current), current.headers.get('vary')]).toEqual([
    304,
    PAGE,
    'Origin, Accept-Encoding',
  ]);
});

test.each([
  ['from an origin that another project lists', () => key, OTHERS],
  ['from an unlisted origin', () => key, STRANGE],
  ['from an origin that only starts like a listed one', () => key, `${PAGE}.evil.example`],
  ['with another scheme', () => key, 'http://app.example'],
  ['without an origin', () => key, 'null'],
  ['with a key of a project without origins', () => keyWithout, PAGE],
  ['without a key', () => undefined, PAGE],
])('a page %s cannot read the response', async (_, keyOf, origin) => {
  const reply = await gateway.call('GET /tools/project', { key: keyOf(), headers: from(origin) });
  expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a preflight gets 204 for a listed origin and an existing method, and otherwise a 404', async () => {
  const answered = await preflight('/tools/upload-urls', PAGE, 'POST');
  expect([answered.status, allowed(answered), answered.headers.get('access-control-allow-methods')]).toEqual([
    204,
    PAGE,
    'POST',
  ]);
  expect(answered.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  expect(answered.headers.get('access-control-allow-credentials')).toBeNull();
  expect((await preflight('/tools/executions/exe_0', OTHERS, 'GET')).status).toBe(204);
  for (const [path, origin, method] of [
    ['/tools/upload-urls', PAGE, 'DELETE'],
    ['/nowhere', PAGE, 'GET'],
    ['/nowhere', STRANGE, 'GET'],
  ] as const) {
    const none = await fetch(`${gateway.url}${path}`, { method: 'OPTIONS' });
    const refused = await preflight(path, origin, method);
    const told = comparable(await refused.text(), refused);
    expect([refused.status, allowed(refused), told]).toEqual([404, null, comparable(await none.text(), none)]);
  }
});

test('a preflight of an unlisted origin is told so, in the same words wherever it goes', async () => {
  const json = { mimeType: 'audio/wav', sizeBytes: SIZE };
  const { data } = await gateway.call<UploadUrl>('POST /tools/upload-urls', { key, json });
  const path = data.uploadUrl.slice(gateway.url.length);
  const hint = 'the project does not list this origin (farebox cors set)';
  const error = { status: 'NOT_FOUND', message: 'not_found', details: { fields: { 'header:Origin': hint } } };
  const refused = [
    await preflight('/tools/upload-urls', STRANGE, 'POST'),
    await preflight('/tools/upload-urls', 'null', 'POST'),
    await preflight('/tools/executions/exe_0', STRANGE, 'GET'),
    await preflight(path, STRANGE, 'PUT'),
    await preflight(path, OTHERS, 'PUT'),
    await preflight(`${path}x`, PAGE, 'PUT'),
  ];
  for (const each of refused) {
    expect([each.status, allowed(each), each.headers.get('farebox-hint')]).toEqual([404, null, hint]);
    const said = JSON.parse(comparable(await each.text(), each)) as object;
    expect(said).toEqual({ error: { ...error, documentation: expect.stringMatching(/#not_found$/) as string } });
  }
});

test('a page uploads a file to a signed URL if the project that made the URL lists its origin', async () => {
  const json = { mimeType: 'audio/wav', sizeBytes: SIZE };
  const { data } = await gateway.call<UploadUrl>('POST /tools/upload-urls', { key, json });
  const path = data.uploadUrl.slice(gateway.url.length);
  expect((await preflight(path, OTHERS, 'PUT')).status).toBe(404);
  expect((await preflight(`${path}x`, PAGE, 'PUT')).status).toBe(404);
  const answered = await preflight(path, PAGE, 'PUT');
  expect([answered.status, allowed(answered)]).toEqual([204, PAGE]);
  const put = (origin: string) =>
    gateway.call<File>(`PUT ${path}`, { body: sound(), headers: { ...from(origin), ...data.headers } });
  expect(allowed(await put(PAGE))).toBe(PAGE);
  const [again, others] = [await put(PAGE), await put(OTHERS)];
  expect([outcomeOf(again), allowed(again)]).toEqual(['409 upload_url_used', PAGE]);
  expect([outcomeOf(others), allowed(others)]).toEqual(['409 upload_url_used', null]);
});

test('an origin that is removed from the list can no longer read responses', async () => {
  const own = await gateway.newProject();
  const { token } = await own.newKey();
  const set = (origins: readonly string[]) =>
    gateway.database.transaction((transaction) => setOrigins(transaction, { projectId: own.id, origins }));
  const read = async () => allowed(await gateway.call('GET /tools/project', { key: token, headers: from(PAGE) }));
  await set([PAGE]);
  await expect.poll(read).toBe(PAGE);
  await set([]);
  await expect.poll(read).toBeNull(); // operator/within-a-second.test.ts measures how soon
});
