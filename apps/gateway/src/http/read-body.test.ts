import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const LIMIT_BYTES = 1000;
/** Shortened by a single test; the others send all bytes at once. */
let bodyMs = 60_000;
const outcomes: Promise<unknown>[] = [];
const server = createServer((message: IncomingMessage, response) => {
  const outcome = readBody(message, LIMIT_BYTES, bodyMs).then(
    (bytes) => bytes.length,
    (error: unknown) => (error as Error).message,
  );
  outcomes.push(outcome);
  void outcome.then(() => response.writeHead(200, { connection: 'close' }).end());
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the parts one by one; without a Content-Length they are chunks of unknown total size. */
async function outcomeOf(parts: readonly number[], headers: Record<string, number> = {}): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
  sent.on('error', () => {}); // the server may close the connection before it has read everything
  const responded = Promise.race([once(sent, 'response'), once(sent, 'close')]);
  for (const bytes of parts) sent.write(Buffer.alloc(bytes));
  sent.end();
  await responded;
  sent.destroy();
  return await outcomes.pop();
}

test('a body of exactly the limit is read, in any number of chunks', async () => {
  expect(await outcomeOf([400, 600])).toBe(LIMIT_BYTES);
});

test('a chunked body without a Content-Length is refused once it exceeds the limit', async () => {
  expect(await outcomeOf([600, 401])).toBe('request_too_large');
});

test('a body whose Content-Length exceeds the limit is refused before it is read', async () => {
  expect(await outcomeOf([], { 'content-length': LIMIT_BYTES + 1 })).toBe('request_too_large');
});

test('a body whose rest does not arrive in time is refused as an incomplete request', async () => {
  bodyMs = 30;
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 10 } });
  sent.on('error', () => {}).write('half');
  await once(sent, 'response');
  expect(await outcomes.pop()).toBe('service_unavailable');
  sent.destroy();
});

test('a body that has already arrived is read without listeners and without a timer', async () => {
  const whole = createServer((message, response) => {
    const counts = (): number[] => ['data', 'end', 'close', 'error'].map((event) => message.listenerCount(event));
    setImmediate(() => {
      const before = counts();
      const body = readBody(message, LIMIT_BYTES);
      const during = counts();
      void body.then((bytes) => response.end(JSON.stringify({ text: String(bytes), before, during })));
    });
  });
  whole.listen(0, '127.0.0.1');
  await once(whole, 'listening');
  try {
    const { port } = whole.address() as AddressInfo;
    const results = [];
    for (const body of ['hello', ''])
      results.push(await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).json());
    const [hello, empty] = results as { text: string; before: number[]; during: number[] }[];
    expect([hello!.text, empty!.text]).toEqual(['hello', '']);
    expect(hello!.during).toEqual(hello!.before);
  } finally {
    whole.closeAllConnections();
    whole.close();
  }
});
