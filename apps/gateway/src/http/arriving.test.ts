import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arriving, type MinimumRate } from './arriving.ts';
import { ClientGoneError } from './read-body.ts';

let server: Server;
const clients: Socket[] = [];

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const client of clients.splice(0)) if (!client.closed) await once(client.destroy(), 'close');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function sending(head = 'Content-Length: 100000'): Promise<{ client: Socket; request: IncomingMessage }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  clients.push(client);
  client.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { client, request };
}

async function textOf(request: IncomingMessage, rate: MinimumRate, onChunk: () => void = () => {}): Promise<string> {
  let text = '';
  for await (const chunk of arriving(request, rate)) {
    text += chunk.toString();
    onChunk();
  }
  return text;
}

const timeout: MinimumRate = { bytesPerSecond: 1, graceMs: 60_000 };

test('a body arrives unchanged, in however many pieces it was sent', async () => {
  const { client, request } = await sending('Transfer-Encoding: chunked');
  const reading = textOf(request, timeout, () => client.write('0\r\n\r\n'));
  client.write('3\r\nabc\r\n2\r\nde\r\n');
  expect(await reading).toBe('abcde');
});

test('a client that sends nothing is refused after the grace period', async () => {
  const { request } = await sending();
  await expect(textOf(request, { bytesPerSecond: 1000, graceMs: 30 })).rejects.toMatchObject({
    message: 'service_unavailable',
    details: { accepted: false },
  });
  expect(request.destroyed).toBe(false); // the gateway can still respond
});

/** Seconds of dripping. A client that was not refused by then sends the rest and finishes its body. */
const DROPS = 1_000;

test('a dripping client is refused, because earlier bytes only buy time in proportion to their number', async () => {
  const { client, request } = await sending();
  let drops = 0;
  const drip = setInterval(() => client.write((drops += 1) < DROPS ? 'x' : 'x'.repeat(100_000)), 5);
  await expect(textOf(request, { bytesPerSecond: 10_000, graceMs: 50 })).rejects.toThrow('service_unavailable');
  clearInterval(drip);
});

test('time that the gateway spends on its own work does not count against the client', async () => {
  const { client, request } = await sending('Content-Length: 2');
  const blocked = (): void => {
    const untilMs = performance.now() + 100;
    while (performance.now() < untilMs); // longer than the grace: bytes that arrive meanwhile wait in the socket
  };
  const reading = textOf(request, { bytesPerSecond: 1_000_000, graceMs: 40 });
  client.write('ab', () => setImmediate(blocked));
  expect(await reading).toBe('ab');
});

test('a client that disconnects gets another error than a slow client', async () => {
  const { client, request } = await sending();
  const reading = textOf(request, timeout);
  client.destroy();
  await expect(reading).rejects.toThrow(ClientGoneError);
});
