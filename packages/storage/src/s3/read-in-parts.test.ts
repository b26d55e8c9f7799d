import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createS3Store, StorageUnavailableError } from '../index.ts';

const BYTES = randomBytes(3_000_000);

/** The parts of S3 that a read needs: ranges of one object, and puts that store nothing. */
async function startStore() {
  const server = createServer((request, response) => {
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const body = BYTES.subarray(Number(first), last === '' ? undefined : Number(last) + 1);
    request
      .resume()
      .on('end', () => response.writeHead(last === '' ? 200 : 206).end(request.method === 'GET' ? body : ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('stalled readers hold no connection and outlast the transfer limits, in any number', async () => {
  const server = await startStore();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { accessKey: 'access', secretKey: 'secret-secret', region: 'us-east-1', bucket: 'farebox' };
  const store = createS3Store({ endpoint, ...access, idleTimeoutMs: 4_000, transferTimeoutMs: 5_000 });

  // More readers than the store has connections.
  const readers = [];
  for (let n = 0; n < 70; n++) {
    const reader = store.readSlowly('projects/p/a', { first: 0, last: BYTES.length - 1 });
    await expect(reader).resolves.toBeDefined();
    readers.push(await reader);
  }
  // A plain unread read runs into the time limits, which shows that the readers have outlasted them.
  const plain = await store.read('projects/p/a');
  expect(await once(plain, 'error')).toEqual([expect.any(StorageUnavailableError)]);
  await store.put('projects/p/b', BYTES, { mimeType: 'image/png', sizeBytes: BYTES.length });
  for (const reader of readers) await expect(buffer(reader).then((bytes) => bytes.equals(BYTES))).resolves.toBe(true);

  server.closeAllConnections();
  await once(server.close(), 'close');
});
