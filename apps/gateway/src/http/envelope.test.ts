import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

/** Sends the bytes unchanged and reads until the server closes the connection. */
async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  return await text(socket);
}

describe('every response forbids caching and has a request id', () => {
  test.each([
    'GET /tools',
    'GET /tools/project',
    'GET /tools/usage',
    'GET /tools/executions',
    'GET /nowhere',
    'POST /tools/quote',
    'GET /openapi.json',
    'GET /healthz',
    'GET /readyz',
    'GET /tools/executions/%E0%A4%A',
  ])('%s', async (request) => {
    for (const options of [{}, { key }]) {
      const { headers } = await gateway.call(request, { ...options, headers: { 'X-Request-Id': 'mine' } });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{20,}$/);
      expect(headers.get('x-powered-by')).toBeNull();
      // Only the catalog has a tag; a framework would add one to every response.
      expect(headers.has('etag')).toBe(request === 'GET /tools' && 'key' in options);
    }
  });
});

describe('HEAD gets the response of GET, without a body', () => {
  test.each([
    '/tools',
    '/tools/project',
    '/tools/executions/exe_1',
    '/nowhere',
    '/tools/quote',
    '/healthz',
    '/openapi.json',
    '/readyz',
  ])('%s', async (path) => {
    const [get, head] = [await gateway.call(`GET ${path}`, { key }), await gateway.call(`HEAD ${path}`, { key })];
    expect([head.status, head.text]).toEqual([get.status, '']);
    for (const name of [
      'content-type',
      'content-length',
      'content-encoding',
      'etag',
      'cache-control',
      'ratelimit-policy',
    ])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });
});

describe('an unknown path or method is not_found', () => {
  test.each([
    'GET /',
    'GET /tools/',
    'GET /Tools',
    'GET /tools/nothing',
    'GET /tools/quote',
    'POST /tools/usage',
    'POST /tools/executions',
    'DELETE /tools',
    'PUT /tools/upload',
    'OPTIONS /tools',
    'PATCH /tools/executions/exe_1',
    'GET /tools/executions/a/b',
    'GET /tools/executions/%',
    'GET /healthz/',
    'POST /healthz',
    'GET /files/x',
    'GET /tools%2Fproject',
  ])('%s', async (request) => {
    const reply = await gateway.call(request, { key });
    expect(reply.status).toBe(404);
    expect(reply.error).toMatchObject({ status: 'NOT_FOUND', message: 'not_found' });
  });

  test.each(['TRACE / HTTP/1.1', 'CONNECT example.org:80 HTTP/1.1', 'NONSENSE / HTTP/1.1'])('%s', async (line) => {
    const result = await raw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(result).toMatch(/^HTTP\/1\.1 404 /);
    expect(result).toContain('"message":"not_found"');
  });
});

describe('bytes that are not HTTP are refused in the error envelope', () => {
  test.each([
    ['another protocol', 'GET / SPDY/3\r\n\r\n', 'invalid_request'],
    ['a head above 16 KiB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'request_too_large'],
    [
      'a body with a length and a transfer coding',
      'POST /tools/quote HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'invalid_request',
    ],
  ])('%s', async (_, request, message) => {
    const result = await raw(request);
    expect(result).toMatch(/^HTTP\/1\.1 400 /);
    expect(result).toContain('Cache-Control: no-store');
    expect(result).toContain(`"message":"${message}"`);
  });

  const ONE_OF_EACH = ['Host: x', `Authorization: Bearer ${'k'.repeat(20)}`, 'Content-Type: application/json'];
  test.each([
    ['no Host', []],
    ...ONE_OF_EACH.map((line) => [`${line.split(':')[0]} twice`, [...ONE_OF_EACH, line.replace(/\w$/, 'z')]] as const),
    ['Host twice, the same', ['Host: x', 'hOST: x']],
    ['an unknown transfer coding', ['Host: x', 'Transfer-Encoding: gzip, chunked']],
    ['Transfer-Encoding twice', ['Host: x', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
  ] as const)('%s', async (name, lines) => {
    const named = name !== 'Transfer-Encoding twice'; // the parser itself refuses this one
    const body = lines.some((line) => line.startsWith('Transfer')) ? '0\r\n\r\n' : '';
    for (const path of ['/healthz', '/tools/quote']) {
      const result = await raw([`GET ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
      expect(result).toMatch(/^HTTP\/1\.1 400 [^]*X-Content-Type-Options: nosniff\r\n[^]*"invalid_request"/);
      expect(result.includes('"fields":{"header:')).toBe(named);
    }
  });
});

test('a path with other methods names them, to everybody alike', async () => {
  for (const options of [{}, { key }]) {
    const { headers } = await gateway.call('DELETE /tools/templates', options);
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
    expect((await gateway.call('DELETE /nowhere', options)).headers.get('allow')).toBeNull();
  }
});

describe('a request that cannot be authenticated', () => {
  const CASES: readonly (readonly [string, reason: string, () => Promise<string | undefined>])[] = [
    ['without header', 'authorization_missing', async () => undefined],
    ['with another scheme', 'authorization_not_bearer', async () => `Basic ${key}`],
    ['without a key', 'authorization_not_bearer', async () => 'Bearer '],
    ['with two keys', 'authorization_not_bearer', async () => `Bearer ${key} ${key}`],
    [
      'with a wrong checksum',
      'key_not_accepted',
      async () => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    ],
    [
      'with an expired key',
      'key_not_accepted',
      async () => `Bearer ${(await project.newKey({ expiresAt: new Date(Date.now() - 1000) })).token}`,
    ],
  ];
  test.each(CASES)(
    '%s gets the 401 of its form, whether or not such a key exists',
    async (_, reason, authorization) => {
      const value = await authorization();
      const reply = await gateway.call('GET /tools', value === undefined ? {} : { headers: { Authorization: value } });
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(reply.error).toMatchObject({ status: 'UNAUTHENTICATED', message: 'invalid_api_key', details: { reason } });
      expect(reply.headers.get('ratelimit')).toBeNull();
    },
  );
});

test('every response to an authenticated key has the rate limit headers, also an error', async () => {
  const reply = await gateway.call('GET /tools/executions?limit=0', { key });
  expect(reply.status).toBe(400);
  expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=1000000;w=60');
  expect(reply.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=1.5',
  'limit=',
  'limit=1&limit=2',
  'status=done',
  'tool=NO',
  'before=x',
  'unknown=1',
  'before=exe_01ktz3d0000000000000000000',
  'idempotencyKey=short',
  'status=%',
])('a list with ?%s is invalid_request', async (query) => {
  const reply = await gateway.call(`GET /tools/executions?${query}`, { key });
  expect([reply.status, reply.error.message]).toEqual([400, 'invalid_request']);
});

test('the OpenAPI document and the probes need no key', async () => {
  expect((await gateway.call('GET /openapi.json')).text).toContain('"openapi":"3.1.0"');
  expect((await gateway.call('GET /healthz')).status).toBe(200);
  expect((await gateway.call('GET /readyz')).data).toEqual({ status: 'ready' });
});
