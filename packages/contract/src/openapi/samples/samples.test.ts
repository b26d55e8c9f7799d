/** Code samples keep every value of the example, whatever it contains, and a new parameter needs an example. */
import { expect, test } from 'vitest';
import { curlSample } from './curl.ts';
import { literal, PYTHON, TYPESCRIPT } from './literal.ts';
import { type DescribedOperation, sampleRequest } from './request.ts';

const VALUE = { "it's": '"a" \\ \'b\'\n', ok: true, none: null, list: [1, -0.5, {}] };

test('texts, names and words are written as each language has them', () => {
  expect(literal(VALUE, TYPESCRIPT)).toBe(
    String.raw`{ 'it\'s': '"a" \\ \'b\'\n', ok: true, none: null, list: [1, -0.5, {}] }`,
  );
  expect(literal(VALUE, PYTHON)).toBe(
    String.raw`{"it's": "\"a\" \\ 'b'\n", "ok": True, "none": None, "list": [1, -0.5, {}]}`,
  );
});

test('a long literal has one member on each line', () => {
  expect(literal({ a: ['x'.repeat(50), 'y'.repeat(50)] }, PYTHON)).toBe(
    `{\n    "a": [\n        "${'x'.repeat(50)}",\n        "${'y'.repeat(50)}",\n    ],\n}`,
  );
});

const operation: DescribedOperation = {
  operationId: 'createQuote',
  security: [{ apiKey: [] }],
  requestBody: { content: { 'application/json': { example: { tool: "it's $HOME" } } } },
  responses: { 200: { content: { 'application/json': {} } } },
};

test('the shell changes nothing in a body', () => {
  expect(curlSample(sampleRequest('post', '/tools/quote', operation))).toContain(
    String.raw`--data '{"tool":"it'\''s $HOME"}'`,
  );
});

test('a required parameter without an example stops the generator', () => {
  const parameters = [{ name: 'X-New', in: 'header', required: true }];
  expect(() => sampleRequest('post', '/tools/quote', { ...operation, parameters })).toThrow('X-New');
  expect(() => sampleRequest('get', '/tools/{unheard}', operation)).toThrow('unheard');
});
