/**
 * A long wait between a head and its body, with a fake clock. It is a separate file, because undici shares one timer
 * between all its time limits, and another test may have started a real one.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { exchange } from './exchange.ts';

test('a service that sends its headers at once may use its full time for the result', async () => {
  const asked = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nma');
      asked.resolve(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { signal } = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const reply = exchange({ method: 'POST', url, headers: {}, timeLimitMs: 180_000, bytesMax: 100, signal });
    reply.catch(() => {}); // checked at the end
    const socket = await asked.promise;
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      await setImmediate();
    }
    socket.end('de');
    await expect(reply.then(({ body }) => body.toString())).resolves.toBe('made');
  } finally {
    vi.useRealTimers();
    server.close();
  }
});
