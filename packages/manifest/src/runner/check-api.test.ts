/** An HTTP API as a runner: its requests can be made from every call, and its responses have what the tool promises. */
import { describe, expect, test } from 'vitest';
import { problemsOf, readTextDocument, withValue } from '../testing/read-text.ts';

const API = {
  kind: 'openapi',
  url: 'https://a.example/v1',
  method: 'POST',
  path: '/runs',
  maxRuntimeSeconds: 60,
  concurrency: 1,
};
const POLL = { path: '/runs/{ref}', status: '/status', done: ['done'], failed: ['failed', 'expired'] };
const SECRET = { secret: 'acme-key' };

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['source', 'model'],
  properties: {
    source: { $ref: 'farebox:file' },
    model: { enum: ['small', 'large'] },
    seed: { type: 'integer', minimum: 0, maximum: 9 },
    style: { type: 'string', maxLength: 20, default: 'plain' },
    words: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 9 } },
    size: {
      type: 'object',
      additionalProperties: false,
      properties: { width: { type: 'integer', minimum: 1, maximum: 9 } },
    },
  },
};
const IMAGE = { mimeTypes: ['image/jpeg'], size: { like: '/source' } };

/** @param artifacts of the output. */
function problemsWith(runner: object, artifacts: readonly object[] = []): Readonly<Record<string, string>> {
  const changes: readonly (readonly [string, unknown])[] = [
    ['/input', INPUT],
    ['/example', { source: { fileId: 'file_sample_photo' }, model: 'small' }],
    ['/output', { artifacts }],
    ['/test', { simulate: { artifacts: artifacts.map(() => ({ fileId: 'file_sample_photo' })) } }],
    ['/runner', JSON.parse(JSON.stringify(runner))],
  ];
  return problemsOf(
    changes.reduce<unknown>((document, [at, value]) => withValue(document, at, value), readTextDocument()),
  );
}

test.for<object>([
  API,
  {
    ...API,
    method: 'GET',
    path: '/{model}/{style}',
    query: { seed: { arg: '/seed' }, width: { arg: '/size/width' }, v: 2 },
  },
  { ...API, body: { input: { arg: '' }, model: 'owner/name', list: [{ arg: '/words' }, true, null], n: 1 } },
  { ...API, ...SECRET, auth: { header: 'X-Api-Key' } },
  { ...API, ...SECRET, auth: { header: 'Authorization', scheme: 'Key' }, idempotencyHeader: 'Idempotency-Key' },
  { ...API, notTaken: [429], rejected: [400, 422] },
  { ...API, poll: POLL, result: '/output', cost: { pointer: '/cost/usd' } },
  { ...API, poll: { ...POLL, ref: '/request_id', cancelled: ['gone'], resultPath: '/runs/{ref}/result' } },
  { ...API, poll: POLL, cancel: { method: 'PUT', path: '/runs/{ref}/cancel' } },
  { ...API, cost: { header: 'X-Cost-Usd' } },
])('accepted: %j', (runner) => {
  expect(problemsWith(runner)).toEqual({});
});

test.each(['data-url', 'base64'])('a file that is sent as %s has a limit of bytes', (files) => {
  const withLimit = (sizeBytesMax?: number) => {
    const rule = {
      mimeTypes: ['image/jpeg'],
      pixelsMax: 40_000_000,
      ...(sizeBytesMax === undefined ? {} : { sizeBytesMax }),
    };
    const document = withValue(readTextDocument(), '/files', { '/source': rule });
    return problemsOf(withValue(document, '/runner', { ...API, files }));
  };
  const tooLarge = { '/files/~1source/sizeBytesMax': expect.stringContaining('must be at most 33554432') };
  expect(withLimit(33_554_432)).toEqual({});
  expect(withLimit(33_554_433)).toEqual(tooLarge);
  expect(withLimit()).toEqual(tooLarge);
});

test('a place for each artifact of the output is accepted', () => {
  expect(problemsWith({ ...API, artifacts: ['/data/0/b64_json', '/data/1'] }, [IMAGE, IMAGE])).toEqual({});
  expect(problemsWith({ ...API, artifacts: [''], cost: { header: 'X-Cost' } }, [IMAGE])).toEqual({});
});

test('a place of the result is needed beside artifacts if the output describes one', () => {
  const runner = { ...API, artifacts: ['/image'] };
  const document = withValue(withValue(readTextDocument(), '/output/artifacts', [IMAGE]), '/test', {
    simulate: { result: {}, artifacts: [{ fileId: 'file_sample_photo' }] },
  });
  const missing = { '/runner/result': expect.stringContaining('is missing') };
  expect(problemsOf(withValue(document, '/runner', runner))).toEqual(missing);
  expect(problemsOf(withValue(document, '/runner', { ...runner, result: '/facts' }))).toEqual({});
});

test('a place of the units is needed if the price counts reported units, and refused otherwise', () => {
  const document = withValue(readTextDocument(), '/price/units', { reported: 'pages', max: 4 });
  const runner = (more: object) => problemsOf(withValue(document, '/runner', { ...API, ...more }));
  expect(runner({ units: '/usage/pages' })).toEqual({});
  expect(runner({})).toEqual({ '/runner/units': expect.stringContaining('is missing') });
  expect(problemsWith({ ...API, units: '/n' })).toEqual({ '/runner/units': expect.stringContaining('must be absent') });
});

describe('refused', () => {
  test.for<readonly [runner: object, at: string, problem: string]>([
    [{ method: 'DELETE' }, '/method', '"GET", "POST", "PUT"'],
    [{ path: '/v1/../admin' }, '/path', 'must be a path'],
    [{ path: '/v1/{model' }, '/path', 'must be a path'],
    [{ path: 'https://other.example' }, '/path', 'must be a path'],
    [{ path: '/{nothing}' }, '/path', 'has {nothing}'],
    [{ path: '/{seed}' }, '/path', 'required or has a default'],
    [{ path: '/{source}' }, '/path', 'must be a text, number or boolean'],
    [{ method: 'GET', body: {} }, '/body', 'write "query"'],
    [{ body: { prompt: { arg: '/nothing' } } }, '/body/prompt/arg', 'a JSON Pointer to an argument'],
    [{ body: [{ arg: '/words/0' }] }, '/body/0/arg', 'a JSON Pointer to an argument'],
    [{ body: { arg: '/model', else: 1 } }, '/body', '"arg" alone'],
    [{ query: [] }, '/query', 'an object of at most 64 parameters'],
    [{ query: { 'a&b': 1 } }, '/query/a&b', 'not a parameter'],
    [{ query: { a: null } }, '/query/a', 'a text, a number, a boolean'],
    [{ query: { a: { b: 1 } } }, '/query/a', '{ "arg": "/seed" }'],
    [{ query: { a: { arg: '/source' } } }, '/query/a/arg', 'a text, number or boolean'],
    [{ query: { a: { arg: '' } } }, '/query/a/arg', 'a text, number or boolean'],
    [{ files: 'bytes' }, '/files', '"url", "data-url", "base64"'],
    [{ auth: { header: 'X-Key' } }, '/auth', 'needs "secret"'],
    [{ ...SECRET, auth: { header: 'Host' } }, '/auth/header', 'that Farebox does not set'],
    [{ ...SECRET, auth: { header: 'X-Key', scheme: 'a b' } }, '/auth/scheme', 'a word'],
    [{ ...SECRET, idempotencyHeader: 'Authorization' }, '/idempotencyHeader', 'the header of the secret'],
    [{ idempotencyHeader: 'Content-Length' }, '/idempotencyHeader', 'that Farebox does not set'],
    [{ notTaken: [200] }, '/notTaken', 'statuses from 400 to 599'],
    [{ rejected: [] }, '/rejected', 'a list of 1 to 16 statuses'],
    [{ poll: { ...POLL, path: '/runs/{id}' } }, '/poll/path', '{ref} once'],
    [{ poll: { ...POLL, path: '/{ref}/{ref}' } }, '/poll/path', '{ref} once'],
    [{ poll: { ...POLL, failed: [] } }, '/poll/failed', 'a list of 1 to 16 words'],
    [{ poll: { ...POLL, done: undefined } }, '/poll/done', 'is missing'],
    [{ cancel: { method: 'POST', path: '/runs/{ref}' } }, '/cancel', 'needs "poll"'],
    [{ poll: POLL, cancel: { method: 'GET', path: '/runs/{ref}' } }, '/cancel/method', '"POST", "PUT"'],
    [{ result: 'output' }, '/result', 'a JSON Pointer'],
    [{ cost: {} }, '/cost', '{ "header": "X-Cost" }'],
    [{ cost: { header: 'a b' } }, '/cost/header', 'the name of a header'],
    [{ artifacts: ['/image'] }, '/artifacts', 'each of the 0 artifacts'],
  ])('no such API: %j', ([changes, at, problem]) => {
    expect(problemsWith({ ...API, ...changes })).toHaveProperty([`/runner${at}`], expect.stringContaining(problem));
  });

  test.for<readonly [runner: object, problem: string]>([
    [{}, 'is missing: write a JSON Pointer for each of the 1 artifacts'],
    [{ artifacts: ['image'] }, 'a list of 1 to 20 JSON Pointers'],
    [{ artifacts: [''], result: '/output' }, 'the body is the file'],
    [{ artifacts: [''], poll: POLL }, 'the body is the file'],
    [{ artifacts: [''], cost: { pointer: '/cost' } }, 'the body is the file'],
  ])('no such place of an artifact: %j', ([changes, problem]) => {
    const problems = problemsWith({ ...API, ...changes }, [IMAGE]);
    expect(problems).toEqual({ '/runner/artifacts': expect.stringContaining(problem) });
  });
});
