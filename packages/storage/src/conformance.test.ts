import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '@tollgate/kernel';
import { type LaunchedMinio, startMinio } from '@tollgate/testing';
import { artifactStoreSuite } from './artifact-store.suite.ts';
import { downloadUrlSuite } from './download-url.suite.ts';
import {
  type ArtifactStore,
  createDiskDownloads,
  createDiskStore,
  createS3Store,
  StorageUnavailableError,
} from './index.ts';

interface Running {
  readonly store: ArtifactStore;
  /** The same store with another clock. */
  readonly withClock: (clock: Clock) => ArtifactStore;
  stop(): Promise<void>;
}

const urlSecret = randomBytes(32).toString('hex');

/** A disk store whose downloads are served by a plain Node server, as the gateway does. */
async function startDisk(): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-store-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  const withClock = (clock: Clock) => createDiskStore({ directory, publicUrl, urlSecret, clock });
  const store = withClock(systemClock);
  serveDownloads(server, store);
  return {
    store,
    withClock,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}

function serveDownloads(server: Server, store: ArtifactStore): void {
  const downloads = createDiskDownloads({ store, urlSecret });
  async function answer({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = url.replace('/base', '').split('?');
    const found = await downloads.open({ method, path, query, range: headers.range });
    response.writeHead(found?.status ?? 404, found?.headers);
    await pipeline((await found?.read?.()) ?? [], response);
  }
  server.on('request', (request, response) => void answer(request, response));
}

/** Null, with one printed line, where MinIO is not installed. One server, a bucket a store. */
const minio = await startMinio();
afterAll(async () => await minio?.stop());

async function startS3({ endpoint, accessKey, secretKey }: LaunchedMinio): Promise<Running> {
  // Another host than ours: a URL signed for the wrong one would be refused.
  const publicEndpoint = endpoint.replace('127.0.0.1', 'localhost');
  const bucket = `store-${randomBytes(8).toString('hex')}`;
  const place = { endpoint, publicEndpoint, accessKey, secretKey, bucket, region: 'us-east-1' };
  const withClock = (clock: Clock) => createS3Store({ ...place, clock });
  return { store: withClock(systemClock), withClock, stop: async () => {} };
}

const adapters = [
  { name: 'disk', start: startDisk, skip: false },
  { name: 'S3', start: () => startS3(minio!), skip: minio === null },
];

for (const { name, start, skip } of adapters) {
  describe.skipIf(skip)(`ArtifactStore on ${name}`, () => {
    let running: Running;
    beforeAll(async () => {
      running = await start();
      await Promise.all([running.store.prepare(), running.store.prepare()]);
    }, 60_000);
    afterAll(async () => await running?.stop());

    artifactStoreSuite(() => running.store);
    downloadUrlSuite(() => running.store);

    test('a download URL that has run out gives nothing', async () => {
      const past = running.withClock({ ...systemClock, now: () => new Date(Date.now() - 302_000) });
      await past.put('a', Buffer.from('abc'), { mimeType: 'image/png', sizeBytes: 3 });
      const { url } = await past.downloadUrl('a', { ttlSeconds: 300, fileName: 'a', mimeType: 'image/png' });
      const response = await fetch(url);
      expect([403, 404]).toContain(response.status);
      expect(await response.text()).not.toContain('abc');
    });

    test('is not ready before it is prepared', async () => {
      const other = await start();
      await expect(other.store.ready()).rejects.toThrow(StorageUnavailableError);
      await other.stop();
    }, 60_000);
  });
}
