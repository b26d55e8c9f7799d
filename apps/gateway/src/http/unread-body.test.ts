/** Discarding a body that is not wanted takes little of each turn of the event loop. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discardUnreadBody } from './unread-body.ts';

const MIB = 1024 * 1024;
const BODY = Buffer.alloc(4 * MIB);
const AT_ONCE = 4;
let server: Server;
/** Number of bytes that arrived in each turn of the event loop. */
let turns: number[];
let arrived: number;

beforeEach(async () => {
  [turns, arrived] = [[0], 0];
  server = createServer((request, response) => {
    request.on('data', ({ length }: Buffer) => {
      arrived += length;
      turns[turns.length - 1]! += length;
    });
    request.pause();
    response.writeHead(400).end('no');
    discardUnreadBody(request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

/** Sends the whole body, whatever is answered. Returns the response, and a function that closes the connection. */
async function upload(): Promise<readonly [string, () => void]> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: test\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  socket.write(BODY);
  const [head] = (await once(socket, 'data')) as [Buffer];
  return [String(head), () => socket.destroy()];
}

test('a body is discarded in small pieces, so that other requests do not wait for it', async () => {
  let isCounting = true;
  const count = (): void => {
    turns.push(0);
    if (isCounting) setImmediate(count);
  };
  count();
  try {
    const uploads = await Promise.all(Array.from({ length: AT_ONCE }, upload));
    await expect.poll(() => arrived, { timeout: 30_000 }).toBe(AT_ONCE * BODY.length);
    for (const [response, close] of uploads) {
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      close();
    }
    expect(Math.max(...turns)).toBeLessThanOrEqual(AT_ONCE * 64 * 1024);
  } finally {
    isCounting = false;
  }
});
