/** The conclusions from the responses of an HTTP API on a real socket, right and wrong ones. */
import { expect, test } from 'vitest';
import type { Classification, Reply } from '../../adapter.ts';
import { type ApiSaid, type HttpApiFixture, openHttpApi } from '../../testing/open-http-api.ts';
import type { ApiRunner } from './request.ts';

const { signal } = new AbortController();
const CALL = { path: '/runs', body: '{"prompt":"a cat"}' };
const POLL = { path: '/runs/{ref}', status: '/status', done: ['done'], failed: ['failed'], cancelled: ['gone'] };
const HTML = { headers: { 'content-type': 'text/html' }, body: '<html></html>' };

type Runner = Partial<ApiRunner>;

async function submitted(api: HttpApiFixture, runner: Runner = {}): Promise<Reply | Classification> {
  const adapter = api.adapter(runner);
  try {
    return await adapter.submit('token-1', CALL, signal);
  } catch (error) {
    return adapter.classify(error);
  }
}

/** The result as the step reads it. */
const resultIn = (reply: Reply | Classification | 'absent'): unknown =>
  typeof reply === 'object' && reply.kind === 'succeeded'
    ? (JSON.parse(reply.output.raw?.toString('utf8') ?? '') as unknown)
    : reply;

test('the request has the key, and the token only in the header that the manifest names', async () => {
  await using api = await openHttpApi(() => ({ body: {} }));
  await submitted(api);
  await submitted(api, { idempotencyHeader: 'X-Request-Token' });
  expect(api.asked).toMatchObject([
    { line: 'POST /v1/runs', headers: { authorization: 'Bearer key-1' }, body: CALL.body },
    { headers: { 'x-request-token': 'token-1' } },
  ]);
  expect(JSON.stringify(api.asked[0])).not.toContain('token-1');
});

test('the manifest alone says whether one token has one effect, and whether calls have names', async () => {
  await using api = await openHttpApi(() => ({}));
  const supports = { idempotency: false, lookupByToken: false, lookupByRef: false, cancel: false, synchronous: true };
  expect(api.adapter().supports).toEqual(supports);
  expect(api.adapter({ idempotencyHeader: 'X-Token' }).supports).toEqual({ ...supports, idempotency: true });
  const cancel = { method: 'POST', path: '/runs/{ref}/cancel' } as const;
  const named = { ...supports, lookupByRef: true, synchronous: false, cancel: true };
  expect(api.adapter({ poll: POLL, cancel }).supports).toEqual(named);
});

test('nothing is sent without the key, or to a private address that the operator does not list', async () => {
  await using api = await openHttpApi(() => ({}));
  for (const changes of [{ key: null }, { privateHosts: [] }]) {
    const adapter = api.adapter({}, changes);
    const verdict = await adapter.submit('token-1', CALL, signal).catch((error: unknown) => adapter.classify(error));
    expect(verdict).toMatchObject({ kind: 'not_delivered', connected: false });
  }
  expect(api.asked).toEqual([]);
});

const AMBIGUOUS: readonly [title: string, said: ApiSaid][] = [
  ['a lost response', 'lost'],
  ['a defect', { status: 500, body: { error: { code: 'x' } } }],
  ['an overload', { status: 503, body: { detail: 'busy' } }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ['a page of a proxy', HTML],
  ['a page of a proxy as a refusal', { status: 404, ...HTML }],
  ['truncated JSON', { body: '{"id":"a"' }],
  ['more bytes than allowed', { body: JSON.stringify({ id: 'x'.repeat(1024 * 1024) }) }],
  ['an error under a status of success', { body: { error: { message: 'no' } } }],
];

test.each(AMBIGUOUS)('%s leaves the outcome open', async (_, said) => {
  await using api = await openHttpApi(() => said);
  expect(await submitted(api)).toMatchObject({ kind: 'ambiguous' });
  expect(await submitted(api, { poll: POLL })).toMatchObject({ kind: 'ambiguous' });
  expect(api.asked, 'no response is followed or repeated').toHaveLength(2);
});

test.each<readonly [number, Runner, object]>([
  [429, {}, { kind: 'not_delivered', retryAfterSeconds: 7, connected: true }],
  [401, {}, { kind: 'not_delivered' }],
  [503, { notTaken: [503] }, { kind: 'not_delivered', retryAfterSeconds: 7 }],
  [429, { notTaken: [503] }, { kind: 'ambiguous' }],
  [422, {}, { kind: 'ambiguous' }],
  [422, { rejected: [422] }, { kind: 'rejected_unbilled', reason: 'provider_rejected' }],
  [500, { rejected: [422] }, { kind: 'ambiguous' }],
])('status %d without a body means what the manifest says: %j', async (status, runner, expected) => {
  await using api = await openHttpApi(() => ({ status, headers: { 'retry-after': '7' }, body: '' }));
  expect(await submitted(api, runner)).toMatchObject(expected);
});

test('a refusal of a token that was used before proves nothing about the first call', async () => {
  await using api = await openHttpApi(() => ({ status: 422, body: { error: { code: 'idempotency_key_reused' } } }));
  expect(await submitted(api, { rejected: [422], idempotencyHeader: 'X-Token' })).toMatchObject({ kind: 'ambiguous' });
});

test.each<readonly [Runner, object, object]>([
  [{}, { text: 'hello', n: 1.5 }, { result: { text: 'hello', n: 1.5 }, artifacts: [] }],
  [{ result: '/out/1' }, { out: [1, { a: null }] }, { result: { a: null } }],
  [{}, { 'n\0': ['a\0b', { c: '\0' }] }, { result: { n: ['ab', { c: '' }] } }],
  [{ units: '/usage/pages' }, { usage: { pages: 3 } }, { units: 3 }],
  [
    { artifacts: ['/data/0'], result: '/n' },
    { data: ['https://a/1.png'], n: 2 },
    { artifacts: [{ file: 0 }], result: 2 },
  ],
])('a success by the pointers %j', async (runner, body, expected) => {
  await using api = await openHttpApi(() => ({ body }));
  const reply = await submitted(api, runner);
  expect(reply).toMatchObject({ kind: 'succeeded', ref: null, cost: null });
  expect(resultIn(reply)).toMatchObject({ status: 'succeeded', ...expected });
});

test('beside artifacts, a result is only what the manifest points to', async () => {
  await using api = await openHttpApi(() => ({ body: { image: 'https://a/1.png' } }));
  expect(resultIn(await submitted(api, { artifacts: ['/image'] }))).not.toHaveProperty('result');
});

test.each([
  ['https://a/1.png', { url: 'https://a/1.png' }],
  ['data:image/png;base64,AAEC', { bytes: Buffer.from([0, 1, 2]) }],
  ['AAEC', { bytes: Buffer.from([0, 1, 2]) }],
])('a file may be stated as %s', async (image, file) => {
  await using api = await openHttpApi(() => ({ body: { image } }));
  expect(await submitted(api, { artifacts: ['/image'] })).toMatchObject({ output: { files: [file] } });
});

test('the body of a response can be the file, unless it is text', async () => {
  const types = ['audio/mpeg', 'application/octet-stream', 'text/html; charset=utf-8', 'application/problem+json'];
  await using api = await openHttpApi((_, n) => ({
    headers: { 'content-type': types[n] ?? '' },
    body: Buffer.from('ID3'),
  }));
  const runner = { artifacts: [''], cost: { header: 'X-Cost' } };
  const file = { kind: 'succeeded', output: { files: [{ bytes: Buffer.from('ID3') }] } };
  for (const expected of [file, file, { kind: 'ambiguous' }, { kind: 'ambiguous' }])
    expect(await submitted(api, runner)).toMatchObject(expected);
});

test.each<readonly [Runner, object]>([
  [{ result: '/output' }, {}],
  [{ artifacts: ['/image'] }, { image: 7 }],
  [{ artifacts: ['/image'] }, { image: '%%%' }],
  [{ artifacts: ['/images/0'] }, { images: { length: 1 } }],
  [{}, { text: 'x'.repeat(65 * 1024) }],
])('a success without what %j promises is one that cannot be delivered, at its stated cost', async (runner, body) => {
  await using api = await openHttpApi(() => ({ headers: { 'x-cost': '0.02' }, body }));
  const reply = await submitted(api, { ...runner, cost: { header: 'X-Cost' } });
  expect(reply).toMatchObject({ kind: 'succeeded', cost: 20_000n });
  expect(resultIn(reply)).toMatchObject({ status: 'unusable' });
});

test.each([
  ['0.0123', 12_300n, []],
  ['"0.0123"', 12_300n, []],
  ['1e-3', 1_000n, []],
  ['-0.5', null, ['token-1: "cost" is no amount of at least 0 US dollars']],
  ['"free"', null, ['token-1: "cost" is no amount of at least 0 US dollars']],
  ['NaN', null, ['token-1: "cost" is no amount of at least 0 US dollars']],
  ['{"usd":1}', null, ['token-1: "cost" is no amount of at least 0 US dollars']],
  ['1e99', null, ['token-1: "cost" is no amount of at least 0 US dollars']],
])(
  'the stated cost %s is read digit by digit, or counts as not stated with a finding',
  async (cost, amount, findings) => {
    await using api = await openHttpApi(() => ({ body: `{"cost":${cost}}` }));
    expect(await submitted(api, { cost: { pointer: '/cost' } })).toMatchObject({ kind: 'succeeded', cost: amount });
    expect(api.findings).toEqual(findings);
  },
);

test('two contradicting headers of the cost are no statement', async () => {
  await using api = await openHttpApi(() => ({ headers: { 'x-cost': '0.1, 0.2' } }));
  expect(await submitted(api, { cost: { header: 'X-Cost' } })).toMatchObject({ cost: null });
  expect(api.findings).toHaveLength(1);
});

test('a call that the API has named is running, whatever else its first response lacks', async () => {
  await using api = await openHttpApi((_, n) => ({ body: [{ id: 'r-1' }, { id: 7, status: 'queued' }][n] ?? {} }));
  expect(await submitted(api, { poll: POLL })).toEqual({ kind: 'running', ref: 'r-1' });
  expect(await submitted(api, { poll: POLL })).toEqual({ kind: 'running', ref: '7' });
});

test.each([{}, { id: '' }, { id: '../admin' }, { id: '..' }, { id: 'a/b' }, { id: 'x'.repeat(129) }, { id: null }])(
  'a call whose name is that of %j has no usable name, so its outcome is open',
  async (body) => {
    await using api = await openHttpApi(() => ({ status: 201, body }));
    expect(await submitted(api, { poll: POLL })).toMatchObject({ kind: 'ambiguous' });
  },
);

test('a first response that has the result already needs no look-up', async () => {
  await using api = await openHttpApi(() => ({ body: { id: 'r-1', status: 'done', output: 4 } }));
  const reply = await submitted(api, { poll: POLL, result: '/output' });
  expect(reply).toMatchObject({ kind: 'succeeded', ref: 'r-1' });
  expect(resultIn(reply)).toMatchObject({ result: 4 });
});
