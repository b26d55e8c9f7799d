/** What the server does with connections that say nothing, half of something, or too much; and that its limits are there. */
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

/** Answers when it has the whole body. */
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

test('a connection on which nothing was sent is closed without a word', async () => {
  expect(await text(await open(await listening()))).toBe('');
});

test('half a head is told to come back', async () => {
  const socket = await open(await listening());
  socket.write('GET / HTTP/1.1\r\nHost:');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('half a body is told to come back', async () => {
  const socket = await open(await listening());
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('the second half of a connection that was used before is no different', async () => {
  const socket = await open(await listening());
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.write('GET / HTT');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('a client that ends in the middle of its head is told to come back, too', async () => {
  const socket = await open(await listening());
  socket.end('GET / HTTP/1.1\r\nHo');
  expect(await text(socket)).toMatch(HALF_WAY);
});

test('dripping buys no time', async () => {
  const socket = await open(await listening());
  const drip = setInterval(() => socket.write('X-A: b\r\n'), 10);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  expect(await text(socket)).toMatch(HALF_WAY);
  clearInterval(drip);
});

test('what was sent in time is answered, however late this process came to read it', async () => {
  const socket = await open(await listening());
  socket.write(REQUEST);
  const untilMs = performance.now() + 400;
  while (performance.now() < untilMs); // no CPU for longer than the head's time limit
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*whole/);
});

test('a client that asks and never reads the responses loses its connection; one that reads goes on', async () => {
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

test('there are so many connections and no more', async () => {
  const port = await listening({ connectionsMax: 2, limits: {} });
  const [first] = [await open(port), await open(port)];
  const third = await open(port);
  await closed(third);
  first.end(REQUEST);
  expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server has these limits unless it is told others', () => {
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

test('a tunnel that is asked for and reset before it is refused ends no process', async () => {
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
