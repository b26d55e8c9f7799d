/**
 * Both dialects with responses that no correct provider gives: the conclusions from them, and the destination of the
 * key.
 */
import { expect, test } from 'vitest';
import { type Said, openProvider, own, verdict } from '../testing/open-provider.ts';
import { imageRequest } from './openai/requests.ts';
import { predictionRequest } from './predictions/requests.ts';

const { signal } = new AbortController();
const IMAGE = imageRequest({ model: 'm', prompt: 'p', size: '512x512' });
const PREDICTION = predictionRequest('owner/model', { prompt: 'p' });

const HTML = { headers: { 'content-type': 'text/html' }, body: '<html></html>' };

const CASES: readonly [title: string, said: Said, expected: object][] = [
  ['a rate limit', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'not_delivered', retryAfterSeconds: 7 }],
  [
    'a rate limit with a date',
    { status: 429, headers: { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' } },
    { kind: 'not_delivered', retryAfterSeconds: 10 },
  ],
  [
    'a rate limit with a very long delay',
    { status: 429, headers: { 'retry-after': '999999' } },
    { kind: 'not_delivered', retryAfterSeconds: 300 },
  ],
  ['a wrong key', { status: 401, body: own('invalid_api_key') }, { kind: 'not_delivered' }],
  ['an empty account', { status: 402 }, { kind: 'not_delivered' }],
  ["an overload in the dialect's own format", { status: 503, body: own('overloaded') }, { kind: 'ambiguous' }],
  ["an overload in Replicate's format", { status: 503, body: { detail: 'busy' } }, { kind: 'ambiguous' }],
  ['a 503 from a proxy', { status: 503, ...HTML }, { kind: 'ambiguous' }],
  ['a 503 with an untrue claim', { status: 503, body: 'not json' }, { kind: 'ambiguous' }],
  ['a defect', { status: 500, body: own('server_error') }, { kind: 'ambiguous' }],
  ['a gateway time-out', { status: 504 }, { kind: 'ambiguous' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'ambiguous' }],
  ['a token conflict', { status: 409, body: own('conflict') }, { kind: 'ambiguous' }],
  [
    'a token that was used with another body',
    { status: 422, body: own('idempotency_key_reused') },
    { kind: 'ambiguous' },
  ],
  ['an HTML page instead of a response', { ...HTML }, { kind: 'ambiguous' }],
  ['truncated JSON', { body: '{"data":[' }, { kind: 'ambiguous' }],
  ['JSON of absurd depth', { body: '['.repeat(100_000) }, { kind: 'ambiguous' }],
  ['an array', { body: [] }, { kind: 'ambiguous' }],
  ['a body above the size limit', { body: 'x'.repeat(30 * 1024 * 1024) }, { kind: 'ambiguous' }],
  [
    'a refusal',
    { status: 400, body: own('invalid_request') },
    { kind: 'rejected_unbilled', reason: 'provider_rejected' },
  ],
  [
    'a refusal for its content',
    { status: 400, body: own('content_policy_violation') },
    { kind: 'rejected_unbilled', reason: 'content_rejected' },
  ],
  [
    'a billed refusal',
    { status: 400, body: own('content_policy_violation', { billed: true, cost: 0.02 }) },
    { kind: 'rejected_billed', cost: 20_000n },
  ],
  [
    'a billed refusal without an amount',
    { status: 400, body: own('x', { billed: true, cost: '1' }) },
    { kind: 'rejected_billed', cost: null },
  ],
  ['a 404 from a proxy', { status: 404, ...HTML }, { kind: 'ambiguous' }],
  ['a 400 without a message', { status: 400 }, { kind: 'ambiguous' }],
  ['a 413 with a text', { status: 413, body: '"too large"' }, { kind: 'ambiguous' }],
  [
    "a refusal in Replicate's format",
    { status: 422, body: { detail: 'invalid version' } },
    { kind: 'rejected_unbilled', reason: 'provider_rejected' },
  ],
  [
    'an unknown model',
    { status: 404, body: own('model_not_found') },
    { kind: 'rejected_unbilled', reason: 'provider_failed' },
  ],
];

test.each(CASES)('%s means the same in both dialects', async (_title, said, expected) => {
  await using provider = await openProvider(() => said);
  expect(await verdict(provider.openai, IMAGE)).toMatchObject(expected);
  expect(await verdict(provider.predictions, PREDICTION)).toMatchObject(expected);
});

test('the provider entry defines which refusals prove that a call was not accepted', async () => {
  for (const [status, refused, kind] of [
    [529, [429, 529], 'not_delivered'],
    [529, [429], 'ambiguous'],
    [429, [], 'ambiguous'],
    [403, [429], 'rejected_unbilled'],
  ] as const) {
    await using provider = await openProvider(() => ({ status, body: own('overloaded') }), refused);
    expect(await verdict(provider.openai, IMAGE)).toMatchObject({ kind });
    expect(await verdict(provider.predictions, PREDICTION)).toMatchObject({ kind });
  }
});

test('a verdict never quotes the provider', async () => {
  for (const status of [400, 401, 429, 500, 503]) {
    await using provider = await openProvider(() => ({ status, body: own('sk-secret in code') }));
    expect(JSON.stringify(await verdict(provider.openai, IMAGE))).not.toContain('sk-secret');
  }
});

test('key and token are sent only in their headers', async () => {
  await using provider = await openProvider(() => ({ status: 201, body: { id: 'abc', status: 'starting' } }));
  expect(await provider.predictions.submit('token-1', PREDICTION, signal)).toEqual({ kind: 'running', ref: 'abc' });
  expect(provider.requests).toMatchObject([
    {
      line: 'POST /base/v1/models/owner/model/predictions',
      headers: { authorization: 'Bearer sk-secret', 'idempotency-key': 'token-1' },
    },
  ]);
  expect(provider.requests[0]?.headers, 'only `wait` is a preference of this API').not.toHaveProperty('prefer');
});

const VERSION = '0a'.repeat(32);
test.each([
  ['acme/film', '/models/acme/film/predictions', {}],
  ['acme/film-2.1', '/models/acme/film-2.1/predictions', {}],
  [VERSION, '/predictions', { version: VERSION }],
  [`acme/film:${VERSION}`, '/predictions', { version: VERSION }],
  ['film', '/predictions', { version: 'film' }],
  ['../admin', '/predictions', { version: '../admin' }],
  ['acme/../admin', '/predictions', { version: 'acme/../admin' }],
])("a request for %s is the one of the service's own client", (model, path, body) => {
  const request = predictionRequest(model, { prompt: 'p' });
  expect([request.path, JSON.parse(request.body)]).toEqual([path, { ...body, input: { prompt: 'p' } }]);
});

test.each([
  ['no id', { status: 'starting' }],
  ['an id that is a path', { id: '../../admin', status: 'starting' }],
  ['an unknown status', { id: 'abc', status: 'confused' }],
])('%s is not a valid prediction', async (_title, body) => {
  await using provider = await openProvider(() => ({ status: 201, body }));
  expect(await verdict(provider.predictions, PREDICTION)).toMatchObject({ kind: 'ambiguous' });
});

test.each([[null], ['text', 1], [], 'a caption', { seed: 4 }].map((output) => [output]))(
  'a success without files (%j) is one without files, at the cost it states',
  async (output) => {
    const body = { id: 'abc', status: 'succeeded', output, metrics: { cost: 0.01 } };
    await using provider = await openProvider(() => ({ body }));
    const made = { kind: 'succeeded', cost: 10_000n, output: { files: [], raw: expect.any(Buffer) } };
    expect(await provider.predictions.lookup({ ref: 'abc' }, signal)).toMatchObject(made);
  },
);

const LINK = 'https://a/1.png';
test.each([
  ['a link', LINK, [{ url: LINK }]],
  ['a list of links', [LINK, 'https://a/2.png'], [{ url: LINK }, { url: 'https://a/2.png' }]],
  ['an object of links', { seed: 4, image: LINK }, [{ url: LINK }]],
  ['a data URL', 'data:image/webp;base64,AAAA', [{ bytes: Buffer.alloc(3) }]],
  ['more links than any step delivers', Array(17).fill(LINK), Array(16).fill({ url: LINK })],
])('%s is an output of files', async (_, output, files) => {
  await using provider = await openProvider(() => ({ body: { id: 'abc', status: 'succeeded', output } }));
  const reply = await provider.predictions.lookup({ ref: 'abc' }, signal);
  expect(reply).toMatchObject({ kind: 'succeeded', output: { files } });
});

test('an image that is not base64 is a success without files, at its stated cost', async () => {
  await using provider = await openProvider(() => ({ body: { data: [{ b64_json: '%%%' }], usage: { cost: 0.01 } } }));
  const made = { kind: 'succeeded', cost: 10_000n, output: { files: [], raw: expect.any(Buffer) } };
  expect(await provider.openai.submit('token-1', IMAGE, signal)).toMatchObject(made);
});

test.each([
  ['with line breaks', { b64_json: 'AAEC\nAwQF\n' }],
  ['without padding', { b64_json: 'AAECAwQF' }],
  ['in the alphabet of URLs', { b64_json: '_-8_AAEC' }],
  ['in a data URL', { b64_json: 'data:image/png;base64,AAEC' }],
  ['as a link to itself', { url: 'data:image/png;base64,AAEC' }],
])('an image in base64 %s is read', async (_, image) => {
  await using provider = await openProvider(() => ({ body: { data: [image] } }));
  const reply = await provider.openai.submit('token-1', IMAGE, signal);
  expect(reply).toMatchObject({ kind: 'succeeded', output: { files: [{ bytes: expect.any(Buffer) }] } });
});

test('a response about another prediction is rejected', async () => {
  await using provider = await openProvider(() => ({
    body: { id: 'other', status: 'succeeded', output: 'https://a/' },
  }));
  await expect(provider.predictions.lookup({ ref: 'abc' }, signal)).rejects.toThrow('another prediction');
  await expect(provider.predictions.cancel('abc', signal)).rejects.toThrow('another prediction');
});

test('the links of a prediction are never followed with our key', async () => {
  const urls = { get: 'http://127.0.0.1:1/', cancel: 'http://127.0.0.1:1/' };
  await using provider = await openProvider(() => ({ body: { id: 'abc', status: 'processing', urls } }));
  await provider.predictions.lookup({ ref: 'abc' }, signal);
  await provider.predictions.cancel('abc', signal);
  const lines = provider.requests.map(({ line }) => line);
  expect(lines).toEqual(['GET /base/v1/predictions/abc', 'POST /base/v1/predictions/abc/cancel']);
});

test('a service that ignores the token would return the work of other clients, so its lookup is not believed', async () => {
  const results = [{ id: 'abc', status: 'succeeded', output: 'https://a/' }];
  await using provider = await openProvider(() => ({ body: { results } }));
  await expect(provider.predictions.lookup({ token: 'token-1' }, signal)).rejects.toThrow('no look-up by token');
});

test('a service that repeats the token must repeat ours', async () => {
  const results = [{ id: 'abc', status: 'processing', idempotency_key: 'token-2' }];
  await using provider = await openProvider(() => ({ body: { results } }));
  expect(await provider.predictions.lookup({ token: 'token-1' }, signal)).toBe('absent');
  expect(await provider.predictions.lookup({ token: 'token-2' }, signal)).toEqual({ kind: 'running', ref: 'abc' });
});

test('an unknown prediction is absent; any other error proves nothing about the call', async () => {
  await using absent = await openProvider(() => ({ status: 404, body: { detail: 'not found' } }));
  await using proxy = await openProvider(() => ({ status: 404, ...HTML }));
  await using broken = await openProvider(() => ({ status: 500 }));
  expect(await absent.predictions.lookup({ ref: 'abc' }, signal)).toBe('absent');
  await expect(broken.predictions.lookup({ ref: 'abc' }, signal)).rejects.toThrow('status 500');
  await expect(proxy.predictions.lookup({ ref: 'abc' }, signal)).rejects.toThrow('status 404');
});
