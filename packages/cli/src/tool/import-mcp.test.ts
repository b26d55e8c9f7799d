/** `farebox tool import mcp` at a server on this machine, which lists two tools. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseManifestText } from '@farebox/manifest';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';

const TOOLS = [
  { name: 'readText', inputSchema: { type: 'object', properties: { page: { type: 'integer', minimum: 1 } } } },
  { name: 'ping', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } },
];
const SERVER = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };

/** Lists one tool a page. Without the key it refuses everything. */
async function openServer() {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      if (request.headers.authorization !== 'Bearer key-1') return response.writeHead(401).end();
      const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: { cursor?: string } };
      methods.push(method);
      if (id === undefined) return response.writeHead(202).end();
      const page = Number(params?.cursor ?? 0);
      const list = { tools: [TOOLS[page]], ...(page === 0 ? { nextCursor: '1' } : {}) };
      const result = method === 'initialize' ? SERVER : method === 'tools/list' ? list : undefined;
      const said = result === undefined ? { error: { code: -32601, message: 'no' } } : { result };
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'farebox-import-mcp-'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    methods,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async imports(...words: string[]) {
      const context = recordingContext({ env: { INIT_CWD: folder, KEY: 'key-1' } });
      const code = await run(['tool', 'import', 'mcp', ...words], context);
      return { code, said: context.said, told: context.told };
    },
  };
}

const ACME = ['--prefix', 'acme', '--token-env', 'KEY'];

test('each tool of the server gets a manifest, and everything that the server does not state is listed', async () => {
  const { folder, url, methods, imports } = await openServer();
  const { code, said, told } = await imports(url, ...ACME, '--secret', 'acme-mcp');
  expect([code, said]).toEqual([0, ['acme-read-text.yaml', 'acme-ping.yaml']]);
  expect(told).toEqual(
    expect.arrayContaining([
      'Still to be written:',
      expect.stringContaining('  /input/properties/page/maximum is missing'),
      expect.stringContaining('  /price is missing'),
      'Next: farebox tool lint acme-read-text.yaml',
    ]),
  );
  const runner = { kind: 'mcp', url, secret: 'acme-mcp', tool: 'readText' };
  expect(parseManifestText(readFileSync(join(folder, 'acme-read-text.yaml'), 'utf8'))).toMatchObject({
    ok: true,
    document: { name: 'acme-read-text', runner },
  });
  expect(methods).not.toContain('tools/call');
});

test('one tool of the server can be named', async () => {
  const { folder, url, imports } = await openServer();
  expect(await imports(url, ...ACME, '--tool', 'ping')).toMatchObject({ code: 0, said: ['acme-ping.yaml'] });
  expect(readdirSync(folder)).toEqual(['acme-ping.yaml']);
});

test.each([
  { title: 'a tool that the server does not have', words: [...ACME, '--tool', 'x'], code: 1, told: 'no such tool' },
  {
    title: 'a key that is not set',
    words: ['--prefix', 'acme', '--token-env', 'NONE'],
    code: 2,
    told: 'NONE is not set',
  },
  { title: 'a server that refuses', words: ['--prefix', 'acme'], code: 4, told: 'cannot be read' },
  { title: 'a prefix of two words', words: ['--prefix', 'acme-two'], code: 2, told: 'a word for your team' },
])('$title ends the command', async ({ words, code, told }) => {
  const { folder, url, imports } = await openServer();
  expect(await imports(url, ...words)).toMatchObject({ code, said: [], told: [expect.stringContaining(told)] });
  expect(readdirSync(folder)).toEqual([]);
});

test('a server that is reached without TLS is refused before it is asked', async () => {
  const { imports } = await openServer();
  expect(await imports('http://mcp.acme.example/mcp', ...ACME)).toMatchObject({ code: 2 });
});
