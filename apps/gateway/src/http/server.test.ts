/** Limits of the server for connections that send nothing, an incomplete request, or too much. */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { unheardErrors } from '@farebox/testing';
import { afterEach, expect, test } from 'vitest';
import { closed } from '../testing/closed.fixture.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) await closed(socket.destroy());
  for (const server of servers.splice(0)) {
    if (!server.listening) continue;
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

/** Responds once the whole body has arrived. */
const echo: RequestListener = (request, response) => {
  request
    .on('error', () => {})
    .on('end', () => response.end('whole'))
    .resume();
};

const SHORT = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };

async function listening({
  listener = echo,
  ...options
}: Partial<HttpServerOptions> & { readonly listener?: RequestListener } = {}): Promise<number> {
  const server = createHttpServer(listener, { isDraining: () => false, limits: SHORT, ...options }).listen(
    0,
    '127.0.0.1',
  );
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

const HALF_WAY = /^HTTP\/1\.1 503 [^]*Retry-After: 5\r\n[^]*"service_unavailable","details":\{"accepted":false\}/;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test('a connection without any bytes is closed without a response', async () => {
  expect(await text(await open(await listening()))).toBe('');
});

test('an incomplete head gets a 503 with Retry-After', async () => {
  const socket = await open(await listening());
  socket.write('GET / HTTP/1.1\r\nHost:');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('an incomplete body gets a 503 with Retry-After', async () => {
  const socket = await open(await listening());
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('an incomplete second request on a connection gets the same response', async () => {
  const socket = await open(await listening());
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.write('GET / HTT');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('a client that closes in the middle of its head gets a 503 with Retry-After', async () => {
  const socket = await open(await listening());
  socket.end('GET / HTTP/1.1\r\nHo');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('sending byte by byte does not extend the time limit', async () => {
  const socket = await open(await listening());
  const drip = setInterval(() => socket.write('X-A: b\r\n'), 10);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  expect(await text(socket)).toMatch(HALF_WAY);
  clearInterval(drip);
});

test('a request that was sent in time gets its response, however late this process reads it', async () => {
  const socket = await open(await listening());
  socket.write(REQUEST);
  const untilMs = performance.now() + 400;
  while (performance.now() < untilMs); // no CPU for longer than the head's time limit
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*whole/);
});

test('a client that never reads its responses loses its connection; another client is served', async () => {
  const large: RequestListener = (_, response) => void response.end('x'.repeat(1_000_000));
  const port = await listening({ listener: large, limits: { stalledMs: 2_000 } });
  const stalled = (await open(port)).pause();
  stalled.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100));
  const ended = closed(stalled);
  const other = await open(port);
  other.write(REQUEST);
  expect(await text(other)).toMatch(/^HTTP\/1\.1 200 [^]*x{1000}$/);
  const [server] = servers;
  await expect.poll(() => connectionsOf(server!), { timeout: 30_000 }).toBe(0);
  stalled.resume();
  await ended;
});

test('connections beyond the maximum are closed', async () => {
  const port = await listening({ connectionsMax: 2, limits: {} });
  const [first] = [await open(port), await open(port)];
  const third = await open(port);
  await closed(third);
  first.end(REQUEST);
  expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server has these default limits', () => {
  const server = createHttpServer(echo, { isDraining: () => false });
  servers.push(server);
  const { maxConnections, headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  expect({ maxConnections, headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    maxConnections: 10_000,
    headersTimeout: 10_000,
    requestTimeout: 240_000,
    keepAliveTimeout: 65_000,
    timeout: 120_000,
  });
});

test('a CONNECT request that is reset before its refusal does not end the process', async () => {
  using unheard = unheardErrors();
  const port = await listening();
  for (let asked = 0; asked < 20; asked++) {
    const socket = await open(port);
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    await closed(socket.resetAndDestroy());
  }
  const socket = await open(port);
  socket.write(REQUEST);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  expect(unheard.errors).toEqual([]);
});
