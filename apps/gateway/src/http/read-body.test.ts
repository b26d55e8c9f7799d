import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const LIMIT_BYTES = 1000;
/** Of one test alone: the others send all they have at once. */
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

/** Sends the parts one by one; without a length they are chunks, whose sum nobody announced. */
async function outcomeOf(parts: readonly number[], headers: Record<string, number> = {}): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
  sent.on('error', () => {}); // the server may hang up on what it did not read
  const responded = Promise.race([once(sent, 'response'), once(sent, 'close')]);
  for (const bytes of parts) sent.write(Buffer.alloc(bytes));
  sent.end();
  await responded;
  sent.destroy();
  return await outcomes.pop();
}

test('a body of exactly the limit is read, in however many chunks', async () => {
  expect(await outcomeOf([400, 600])).toBe(LIMIT_BYTES);
});

test('a body whose chunks exceed the limit is refused, although it announced no length', async () => {
  expect(await outcomeOf([600, 401])).toBe('request_too_large');
});

test('a body that announces more than the limit is refused before it is read', async () => {
  expect(await outcomeOf([], { 'content-length': LIMIT_BYTES + 1 })).toBe('request_too_large');
});

test('a body whose rest does not come is given up as a request that stopped half-way', async () => {
  bodyMs = 30;
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 10 } });
  sent.on('error', () => {}).write('half');
  await once(sent, 'response');
  expect(await outcomes.pop()).toBe('service_unavailable');
  sent.destroy();
});

test('a body that has come whole is read with nothing listening and no timer', async () => {
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
