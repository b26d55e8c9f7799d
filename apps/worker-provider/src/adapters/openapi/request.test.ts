/** A request has the arguments where the manifest puts them, and an argument leads to no other path. */
import { expect, test } from 'vitest';
import { type ApiRunner, apiCall } from './request.ts';

const RUNNER: ApiRunner = {
  kind: 'openapi',
  url: 'https://a.example',
  method: 'POST',
  path: '/runs',
  maxRuntimeSeconds: 60,
  concurrency: 1,
};
const GIVEN = { prompt: 'a cat', size: { width: 4 }, words: ['a', 'b'], source: 'https://files.example/1' };

const body = (template: ApiRunner['body']): unknown =>
  JSON.parse(apiCall({ ...RUNNER, ...(template === undefined ? {} : { body: template }) }, GIVEN).body);

test('without a body, all arguments are sent, files among them', () => {
  expect(body(undefined)).toEqual(GIVEN);
});

test('a body has arguments in place of { "arg" }, and everything else as it is written', () => {
  const template = {
    input: { prompt: { arg: '/prompt' }, image: { arg: '/source' }, width: { arg: '/size/width' } },
    all: { arg: '' },
    list: [{ arg: '/words' }, 1, null, true],
    model: 'acme/draw',
  };
  expect(body(template)).toEqual({
    input: { prompt: 'a cat', image: 'https://files.example/1', width: 4 },
    all: GIVEN,
    list: [['a', 'b'], 1, null, true],
    model: 'acme/draw',
  });
});

test('an argument that a call does not have is left out, also of a list and a query', () => {
  expect(body({ seed: { arg: '/seed' }, list: [{ arg: '/seed' }, { arg: '/prompt' }] })).toEqual({ list: ['a cat'] });
  const query = { seed: { arg: '/seed' }, q: { arg: '/prompt' }, n: 2, safe: true };
  const call = apiCall({ ...RUNNER, method: 'GET', query }, GIVEN);
  expect(call).toEqual({ path: '/runs?q=a+cat&n=2&safe=true', body: '' });
});

test('an inherited member of an object is no argument', () => {
  expect(body({ a: { arg: '/constructor' }, b: { arg: '/size/toString' } })).toEqual({});
});

test.each([
  ['a/b?c#d', '/models/a%2Fb%3Fc%23d/runs'],
  ['%2e%2e', '/models/%252e%252e/runs'],
  ['...', '/models/.../runs'],
  ['\ud800', '/models/%EF%BF%BD/runs'],
  [7, '/models/7/runs'],
])('the argument %j is one segment of the path', (model, path) => {
  const found = apiCall({ ...RUNNER, path: '/models/{model}/runs' }, { model }).path;
  expect(found).toBe(path);
  expect(new URL(`https://a.example${found}`).pathname).toBe(path);
});

test.each(['', '.', '..'])('the argument %j makes no path, so the call is refused before it is sent', (model) => {
  expect(() => apiCall({ ...RUNNER, path: '/models/{model}/runs' }, { model })).toThrow('provider_rejected');
});

test('arguments that make a very long URL are refused before the call is sent', () => {
  const query = { q: { arg: '/prompt' } };
  expect(() => apiCall({ ...RUNNER, query }, { prompt: 'x'.repeat(8000) })).toThrow('provider_rejected');
});
