/** The manifest of a tool of an MCP server has what the server states, and what is missing is named. */
import { expect, test } from 'vitest';
import { problemsOf } from '../testing/read-text.ts';
import { importMcpTool } from './mcp.ts';

const TOOL = {
  name: 'read_text',
  title: 'Read text',
  description: 'Reads printed text.',
  inputSchema: {
    type: 'object',
    $defs: { Language: { type: 'string', enum: ['en', 'de'], default: 'en' } },
    required: ['image'],
    properties: {
      image: { type: 'string', contentEncoding: 'base64', description: 'A picture' },
      language: { $ref: '#/$defs/Language' },
      depth: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null },
      what: { type: ['string', 'integer'] },
    },
  },
  outputSchema: { type: 'object', properties: { lines: { type: 'array', items: { type: 'string' } } } },
  annotations: { idempotentHint: true },
};
const AT = { url: 'https://mcp.acme.example/mcp', name: 'acme-read-text' };

test('a manifest has what the server states, and no more', () => {
  expect(importMcpTool(TOOL, { ...AT, secret: 'acme-mcp' })).toEqual({
    ok: true,
    notes: ['/what has a schema that a manifest cannot describe, such as "oneOf": write one'],
    manifest: {
      farebox: 1,
      name: 'acme-read-text',
      title: 'Read text',
      description: 'Reads printed text.',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['image'],
        properties: {
          image: { description: 'A picture', $ref: 'farebox:file' },
          language: { type: 'string', enum: ['en', 'de'], default: 'en' },
          depth: { type: 'integer', minimum: 1 },
        },
      },
      example: { language: 'en' },
      files: { '/image': {} },
      output: { result: { type: 'object', properties: { lines: { type: 'array', items: { type: 'string' } } } } },
      runner: {
        kind: 'mcp',
        url: 'https://mcp.acme.example/mcp',
        secret: 'acme-mcp',
        tool: 'read_text',
        idempotent: true,
        files: 'base64',
      },
    },
  });
});

test('reading the manifest names everything that the server does not state', () => {
  const imported = importMcpTool(TOOL, AT);
  expect(Object.keys(problemsOf(imported.ok ? imported.manifest : null)).toSorted()).toEqual([
    '/category',
    '/files/~1image/mimeTypes',
    '/files/~1image/sizeBytesMax',
    '/input/properties/depth/maximum',
    '/price',
    '/runner/concurrency',
    '/runner/maxRuntimeSeconds',
    '/test/simulate',
  ]);
});

test.each([undefined, null, 7, [], { type: 'string' }, { oneOf: [] }])(
  'an input of %j has no arguments',
  (inputSchema) => {
    const input = { type: 'object', additionalProperties: false, properties: {} };
    const runner = { tool: 'ping' };
    expect(importMcpTool({ name: 'ping', inputSchema }, AT)).toMatchObject({ ok: true, manifest: { input, runner } });
  },
);

test('without the hint of the server, a tool is not called twice', () => {
  const imported = importMcpTool({ name: 'ping', annotations: { readOnlyHint: true } }, AT);
  expect(imported).toMatchObject({ ok: true, manifest: { runner: expect.not.objectContaining({ idempotent: true }) } });
});

test('a tool without a name cannot be called', () => {
  for (const tool of [null, {}, { name: 7 }]) expect(importMcpTool(tool, AT)).toMatchObject({ ok: false });
});
