/** The conclusions from the responses of an MCP server on a real socket. */
import { expect, test } from 'vitest';
import type { Classification, Reply } from '../../adapter.ts';
import { guardRunner } from '@farebox/tools/runners';
import { type McpSaid, type McpServer, startMcpServer } from '../../testing/mcp-server.ts';
import { createHttpApi } from '../openapi/http-api.ts';
import { createMcpAdapter, type McpRunner } from './adapter.ts';

const { signal } = new AbortController();
const DONE = { result: { content: [{ type: 'text', text: 'hello' }] } };

function adapterAt(server: McpServer, { idempotent = false, privateHosts = [server.host] } = {}) {
  const url = `http://${server.host}/mcp`;
  const findings: string[] = [];
  const runner: McpRunner = { kind: 'mcp', url, tool: 'read', idempotent, maxRuntimeSeconds: 60, concurrency: 1 };
  const api = createHttpApi({
    url,
    auth: () => ({ authorization: 'Bearer key-1' }),
    guard: (address) => guardRunner(address, { privateHosts }),
  });
  const adapter = createMcpAdapter({
    provider: 'tool-acme-read',
    runner,
    api,
    callMs: 30_000,
    findings: (call, finding) => void findings.push(`${call}: ${finding}`),
  });
  return { adapter, findings };
}

async function called(server: McpServer, options = {}): Promise<Reply | Classification> {
  const { adapter } = adapterAt(server, options);
  try {
    return await adapter.submit('token-1', { path: '', body: '{"page":3}' }, signal);
  } catch (error) {
    return adapter.classify(error);
  }
}

const resultIn = (reply: Reply | Classification): unknown =>
  reply.kind === 'succeeded' ? (JSON.parse(reply.output.raw?.toString('utf8') ?? '') as unknown) : reply;

test.each([false, true])(
  'a tool is called once, with key, arguments and token; as an event stream: %s',
  async (isStream) => {
    await using server = await startMcpServer({ call: () => DONE, isStream });
    const reply = await called(server);
    expect(reply).toMatchObject({ kind: 'succeeded', ref: null, cost: null });
    expect(resultIn(reply)).toEqual({ status: 'succeeded', artifacts: [], result: { text: 'hello' } });
    expect(server.calls()).toMatchObject([
      { params: { name: 'read', arguments: { page: 3 }, _meta: { 'farebox/token': 'token-1' } } },
    ]);
    for (const { headers } of server.asked) expect(headers).toMatchObject({ authorization: 'Bearer key-1' });
  },
);

test('structured content is the result; images, audio, bytes and links are files, in their order', async () => {
  const content = [
    { type: 'text', text: 'unused' },
    { type: 'image', data: 'AAEC', mimeType: 'image/png' },
    { type: 'audio', data: 'AwQF', mimeType: 'audio/mpeg' },
    { type: 'resource', resource: { uri: 'file:///x', blob: 'BgcI' } },
    { type: 'resource_link', uri: 'https://a/1.png', name: 'x' },
    { type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' },
  ];
  await using server = await startMcpServer({
    call: () => ({ result: { content, structuredContent: { n: 1.5 }, _meta: { units: 3 } } }),
  });
  const reply = await called(server);
  expect(resultIn(reply)).toMatchObject({
    result: { n: 1.5 },
    units: 3,
    artifacts: [0, 1, 2, 3].map((file) => ({ file })),
  });
  expect(reply).toMatchObject({
    output: {
      files: [
        { bytes: Buffer.from([0, 1, 2]) },
        { bytes: Buffer.from([3, 4, 5]) },
        { bytes: Buffer.from([6, 7, 8]) },
        { url: 'https://a/1.png' },
      ],
    },
  });
});

test.each<readonly [object, object]>([
  [{ content: [{ type: 'text', text: 'a\0b' }] }, { text: 'ab' }],
  [{ content: [], structuredContent: { lines: ['a\0b'] } }, { lines: ['ab'] }],
])('a NUL is left out of %j, because no database stores it and the call is paid', async (result, expected) => {
  await using server = await startMcpServer({ call: () => ({ result }) });
  expect(resultIn(await called(server))).toMatchObject({ result: expected });
});

test.each([
  ['%0.0123%', 12_300n, 0],
  ['0.0123', 12_300n, 0],
  ['%12345678901.000001%', 12_345_678_901_000_001n, 0],
  ['%-1%', null, 1],
  ['free', null, 1],
])('a cost of %s is read digit by digit, or counts as not stated with a finding', async (usd, cost, findings) => {
  await using server = await startMcpServer({ call: () => ({ result: { content: [], _meta: { cost: { usd } } } }) });
  const { adapter, findings: found } = adapterAt(server);
  expect(await adapter.submit('token-1', { path: '', body: '{}' }, signal)).toMatchObject({ kind: 'succeeded', cost });
  expect(found).toHaveLength(findings);
});

test('a tool that reports an error has failed, at the cost that it states', async () => {
  await using server = await startMcpServer({
    call: () => ({ result: { isError: true, content: [], _meta: { cost: { usd: '0.5' } } } }),
  });
  const failed = { kind: 'failed', reason: 'provider_failed', cost: 500_000n, billed: 'failed' };
  expect(await called(server)).toMatchObject(failed);
});

test('a result that is too large cannot be delivered', async () => {
  await using server = await startMcpServer({
    call: () => ({ result: { content: [{ type: 'text', text: 'x'.repeat(66_000) }] } }),
  });
  expect(resultIn(await called(server))).toMatchObject({ status: 'unusable' });
});

test.each<readonly [string, McpSaid, object]>([
  ['a lost response', 'lost', { kind: 'ambiguous' }],
  ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, { kind: 'ambiguous' }],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'ambiguous' }],
  ['status 500', { status: 500 }, { kind: 'ambiguous' }],
  ['an internal error', { error: { code: -32603 } }, { kind: 'ambiguous' }],
  ['an unknown tool', { error: { code: -32602 } }, { kind: 'rejected_unbilled', reason: 'provider_rejected' }],
  ['a rate limit', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'not_delivered', retryAfterSeconds: 7 }],
])('%s to the call: the call is never repeated', async (_, said, expected) => {
  await using server = await startMcpServer({ call: () => said });
  expect(await called(server)).toMatchObject(expected);
  expect(server.calls()).toHaveLength(1);
});

test.each<readonly [string, McpSaid]>([
  ['is lost', 'lost'],
  ['is refused', { status: 401 }],
  ['is redirected', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
])('nothing was sent if the handshake %s', async (_, said) => {
  await using server = await startMcpServer({ call: () => DONE, other: () => said });
  expect(await called(server)).toMatchObject({ kind: 'not_delivered', connected: false });
  expect(server.calls()).toEqual([]);
});

test('nothing is sent to a private address that the operator does not list', async () => {
  await using server = await startMcpServer({ call: () => DONE });
  expect(await called(server, { privateHosts: [] })).toMatchObject({ kind: 'not_delivered', connected: false });
  expect(server.asked).toEqual([]);
});

test('the manifest alone says whether the same call twice has no second effect', async () => {
  await using server = await startMcpServer({ call: () => DONE });
  expect(adapterAt(server).adapter.supports).toMatchObject({ idempotency: false, synchronous: true });
  expect(adapterAt(server, { idempotent: true }).adapter.supports).toMatchObject({ idempotency: true });
});
