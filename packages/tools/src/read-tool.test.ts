/** Manifests that are right in themselves, and that this release does not offer. */
import { expect, test } from 'vitest';
import { readTool } from './read-tool.ts';
import { manifestOf } from './testing/publish.ts';

const limits = { maxRuntimeSeconds: 60, concurrency: 1 };

test.each([
  { kind: 'http', url: 'https://acme.example', secret: 'acme-runner', ...limits },
  { kind: 'mcp', url: 'https://acme.example/mcp', tool: 'read', ...limits },
  { kind: 'openapi', url: 'https://acme.example', method: 'POST', path: '/read', ...limits },
  { kind: 'pull', idempotent: true, ...limits },
])('a manifest with a runner of kind $kind is read', (runner) => {
  const manifest = { name: 'acme-read-text', runner };
  expect(readTool(manifestOf('acme-read-text', { runner }))).toMatchObject({ ok: true, manifest });
});

test('a manifest whose canonical JSON is longer than the database stores is refused', () => {
  const enumOf = (from: number) => ({ enum: Array.from({ length: 256 }, (_, n) => `${from + n}`.padEnd(200, 'x')) });
  const names = Array.from({ length: 6 }, (_, n) => `choice${n}`);
  const input = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name, n) => [name, enumOf(n * 1_000)])),
  };
  const price = { ...manifestOf()['price']!, units: { ceil: 1 } };
  const document = manifestOf('acme-read-text', {
    input,
    example: {},
    files: {},
    price,
    test: { simulate: { result: {} } },
  });
  expect(readTool(document)).toEqual({ ok: false, problems: { '': expect.stringContaining('262144 bytes') } });
});
