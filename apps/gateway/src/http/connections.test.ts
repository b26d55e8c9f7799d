/** Connections around a request: unread bodies, expectations, pipelining, a base path. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  const port = await freePort();
  gateway = await startTestGateway({
    FAREBOX_PORT: String(port),
    FAREBOX_PUBLIC_URL: `http://127.0.0.1:${port}/v1/api/`,
  });
  key = (await (await gateway.newProject()).newKey()).token;
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Reads until `pattern` has matched `count` times. */
async function received(socket: Socket, pattern: RegExp, count = 1): Promise<string> {
  let text = '';
  while ((text.match(pattern) ?? []).length < count) text += String((await once(socket, 'data'))[0]);
  return text;
}

const head = (lines: string[]): string => [...lines, 'Host: x', 'Content-Type: application/json', '', ''].join('\r\n');

describe('a base path', () => {
  test('prefixes every path and every URL in responses', async () => {
    expect((await gateway.call('GET /tools', { key })).status).toBe(200);
    expect((await gateway.call('GET /openapi.json')).text).toContain(`"servers":[{"url":"${gateway.url}",`);
    const origin = new URL(gateway.url).origin;
    expect((await fetch(`${origin}/tools`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(404);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });
});

describe('a body that is not read', () => {
  test('is discarded, and the connection carries the next request', async () => {
    const socket = await open();
    socket.write(head(['POST /v1/api/tools/quote HTTP/1.1', 'Content-Length: 200000']));
    expect(await received(socket, /"invalid_api_key"/g)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write(Buffer.alloc(200_000));
    socket.write(head(['GET /v1/api/tools/project HTTP/1.1', `Authorization: Bearer ${key}`]));
    expect(await received(socket, /"organization"/g)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test('with too large a Content-Length is refused before it arrives', async () => {
    const socket = await open();
    socket.write(head(['POST /v1/api/tools/quote HTTP/1.1', `Authorization: Bearer ${key}`, 'Content-Length: 65537']));
    expect(await received(socket, /"request_too_large"/g)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  test('without a Content-Length is refused as soon as it exceeds the limit', async () => {
    const socket = await open();
    socket.write(
      head(['POST /v1/api/tools/quote HTTP/1.1', `Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked']),
    );
    socket.write(`${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}`);
    expect(await received(socket, /"request_too_large"/g)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });
});

test('a client that disconnects in the middle of its body leaves no request open', async () => {
  const socket = await open();
  socket.write(head(['POST /v1/api/tools/upload HTTP/1.1', `Authorization: Bearer ${key}`, 'Content-Length: 1000']));
  socket.write('{"mimeType":');
  socket.destroy();
  expect((await gateway.call('GET /tools/usage', { key })).status).toBe(200);
});

test('`Expect: 100-continue` is answered, and an unknown expectation is ignored', async () => {
  for (const expectation of ['100-continue', 'miracles']) {
    const socket = await open();
    const body = JSON.stringify({ tool: 'rehearsal', arguments: {} });
    const lines = [
      'POST /v1/api/tools/quote HTTP/1.1',
      `Authorization: Bearer ${key}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(head([...lines, `Expect: ${expectation}`]) + body);
    expect(await received(socket, /"maximumChargeMicros"/g)).toContain('HTTP/1.1 200 OK');
    socket.destroy();
  }
});

test('pipelined requests get their responses in order', async () => {
  const socket = await open();
  const read = (path: string) => head([`GET /v1/api${path} HTTP/1.1`, `Authorization: Bearer ${key}`]);
  socket.write(read('/tools/usage') + read('/tools/project') + read('/nowhere'));
  const text = await received(socket, /HTTP\/1\.1 [24]0[04][^]*?\}$/g);
  expect([...text.matchAll(/"(month|organization|not_found)"/g)].map(([, name]) => name)).toEqual([
    'month',
    'organization',
    'not_found',
  ]);
  socket.destroy();
});
