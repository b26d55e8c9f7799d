import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artifactStoreSuite } from './artifact-store.suite.ts';
import { downloadUrlSuite } from './download-url.suite.ts';
import {
  type ArtifactStore,
  createDiskDownloads,
  createDiskStore,
  createS3Store,
  StorageUnavailableError,
} from './index.ts';
import { findMinio, type MinioServer, startMinio } from './s3/minio-server.ts';

interface Running {
  readonly store: ArtifactStore;
  stop(): Promise<void>;
}

const urlSecret = randomBytes(32).toString('hex');

/** A disk store whose downloads are served by a plain Node server, as the gateway does. */
async function startDisk(): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-store-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  const store = createDiskStore({ directory, publicUrl, urlSecret });
  serveDownloads(server, store);
  return {
    store,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}

function serveDownloads(server: Server, store: ArtifactStore): void {
  const downloads = createDiskDownloads({ store, urlSecret });
  async function answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = url.replace('/base', '').split('?');
    const found = await downloads.open({ method, path, query });
    response.writeHead(found === null ? 404 : 200, found?.headers);
    await pipeline(found?.stream ?? [], response);
  }
  server.on('request', (request, response) => void answer(request, response));
}

async function startS3(binary: string): Promise<Running> {
  const minio: MinioServer = await startMinio(binary);
  const { endpoint, accessKey, secretKey } = minio;
  const publicEndpoint = endpoint.replace('127.0.0.1', 'localhost');
  const s3 = { endpoint, publicEndpoint, accessKey, secretKey, bucket: 'tollgate', region: 'us-east-1' };
  return { store: createS3Store(s3), stop: () => minio.stop() };
}

const minioBinary = findMinio();
if (minioBinary === null) {
  console.log('skipped: ArtifactStore on S3 (install MinIO: go install github.com/minio/minio@latest)');
}

const adapters = [
  { name: 'disk', start: startDisk, skip: false },
  { name: 'S3', start: () => startS3(minioBinary ?? ''), skip: minioBinary === null },
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

    test('is not ready before it is prepared', async () => {
      const other = await start();
      await expect(other.store.ready()).rejects.toThrow(StorageUnavailableError);
      await other.stop();
    }, 60_000);
  });
}
