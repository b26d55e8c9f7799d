import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createS3Store, StorageUnavailableError } from '../index.ts';

const BYTES = randomBytes(3_000_000);

/** As much of S3 as a read needs: ranges of one object, and puts that keep nothing. */
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

test('readers that stall hold no connection and outlast the limits of a transfer, however many they are', async () => {
  const server = await startStore();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { accessKey: 'access', secretKey: 'secret-secret', region: 'us-east-1', bucket: 'farebox' };
  const store = createS3Store({ endpoint, ...access, idleTimeoutMs: 1_000, transferTimeoutMs: 5_000 });

  // More than the connections that a store has.
  const readers = [];
  for (let n = 0; n < 70; n++) {
    const reader = store.readSlowly('projects/p/a', { first: 0, last: BYTES.length - 1 });
    await expect(reader).resolves.toBeDefined();
    readers.push(await reader);
  }
  // A plain read, left alone, runs into those limits: so much time has passed for all of them.
  const plain = await store.read('projects/p/a');
  expect(await once(plain, 'error')).toEqual([expect.any(StorageUnavailableError)]);
  await store.put('projects/p/b', BYTES, { mimeType: 'image/png', sizeBytes: BYTES.length });
  for (const reader of readers) await expect(buffer(reader).then((bytes) => bytes.equals(BYTES))).resolves.toBe(true);

  server.closeAllConnections();
  await once(server.close(), 'close');
});
