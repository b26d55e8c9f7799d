import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { type ArtifactStore, createS3Store, StorageUnavailableError } from '../index.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const SHORT = { idleTimeoutMs: 300, callTimeoutMs: 600, transferTimeoutMs: 600 };
/** A call that is to succeed needs time on a busy machine. */
const PATIENT = { idleTimeoutMs: 30_000, callTimeoutMs: 30_000, transferTimeoutMs: 30_000 };

/** A store whose S3 is this request listener. */
async function storeOn(listener: RequestListener, limits = SHORT): Promise<ArtifactStore> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return storeAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits);
}

function storeAt(endpoint: string, limits = SHORT): ArtifactStore {
  const access = { accessKey: 'access', secretKey: 'secret-secret', region: 'us-east-1', bucket: 'farebox' };
  return createS3Store({ endpoint, ...access, ...limits });
}

const KEY = 'projects/p/uploads/a';
const META = { mimeType: 'image/png', sizeBytes: 2_000_000 };

const CALLS: Readonly<Record<string, (store: ArtifactStore) => Promise<unknown>>> = {
  put: (store) => store.put(KEY, Buffer.alloc(META.sizeBytes), META),
  'put of a stream': (store) =>
    store.put(KEY, Readable.from([Buffer.alloc(META.sizeBytes)], { objectMode: false }), META),
  read: async (store) => await buffer(await store.read(KEY)),
  stat: (store) => store.stat(KEY),
  remove: (store) => store.remove([KEY]),
  list: async (store) => await store.list('projects/')[Symbol.asyncIterator]().next(),
  ready: (store) => store.ready(),
  prepare: (store) => store.prepare(),
};

const FAULTS: Readonly<Record<string, RequestListener>> = {
  'that never responds': () => {},
  'that resets connections': (request) => request.socket.resetAndDestroy(),
  'that returns 503': (_, response) => response.writeHead(503).end('<html>busy</html>'),
  'that returns 500 and hangs': (_, response) => response.writeHead(500).write('<'),
  'that refuses the key': (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
  'that returns something else': (_, response) => response.writeHead(418).end('not XML & not S3'),
  'that cuts its response short': (_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('<');
    setImmediate(() => response.destroy());
  },
  'that sends a byte at a time forever': (_, response) => {
    response.writeHead(200, { 'Content-Length': '1000000' });
    const trickle = setInterval(() => response.write('<'), 50);
    response.on('close', () => clearInterval(trickle));
  },
};

for (const [fault, listener] of Object.entries(FAULTS)) {
  describe(`an S3 ${fault}`, () => {
    // The response to a HEAD has no body, so a fault in a body cannot fail it.
    const bodiless = fault.includes('cuts') || fault.includes('a byte at a time');
    const calls = Object.entries(CALLS).filter(([name]) => !(bodiless && ['stat', 'ready', 'prepare'].includes(name)));
    test.for(calls)('makes %s end with StorageUnavailableError', async ([, call]) => {
      await expect(call(await storeOn(listener))).rejects.toThrow(StorageUnavailableError);
    });
  });
}

test.for(Object.entries(CALLS))('an unreachable S3 makes %s end with StorageUnavailableError', async ([, call]) => {
  await expect(call(storeAt('http://127.0.0.1:1'))).rejects.toThrow(StorageUnavailableError);
});

test('a stream that cannot be sent is destroyed', async () => {
  const body = Readable.from([Buffer.alloc(META.sizeBytes)], { objectMode: false });
  const store = await storeOn((request) => request.socket.resetAndDestroy());
  await expect(store.put(KEY, body, META)).rejects.toThrow(StorageUnavailableError);
  expect(body.destroyed).toBe(true);
});

test('a body that never arrives ends the put', async () => {
  const body = new Readable({ read() {} });
  const store = await storeOn((_, response) => void response);
  await expect(store.put(KEY, body, META)).rejects.toThrow(StorageUnavailableError);
  expect(body.destroyed).toBe(true);
});

test('one connection that the server had already closed is retried', async () => {
  let requests = 0;
  const store = await storeOn((request, response) => {
    requests++;
    if (requests === 1) request.socket.resetAndDestroy();
    else response.writeHead(200, { 'Content-Length': '5' }).end();
  }, PATIENT);
  expect(await store.stat(KEY)).toEqual({ sizeBytes: 5 });
});
