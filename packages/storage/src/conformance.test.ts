import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LaunchedMinio, startMinio } from '@farebox/testing';
import { artifactStoreSuite } from './artifact-store.suite.ts';
import { downloadsSuite } from './downloads/downloads.suite.ts';
import { type ArtifactStore, createDiskStore, createS3Store, StorageUnavailableError } from './index.ts';

interface Running {
  readonly store: ArtifactStore;
  stop(): Promise<void>;
}

async function startDisk(): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-store-'));
  return { store: createDiskStore({ directory }), stop: async () => await rm(directory, { recursive: true }) };
}

/** Null, with one printed line, if MinIO is not installed. One server, with one bucket per store. */
const minio = await startMinio();
afterAll(async () => await minio?.stop());

async function startS3({ endpoint, accessKey, secretKey }: LaunchedMinio): Promise<Running> {
  const bucket = `store-${randomBytes(8).toString('hex')}`;
  return {
    store: createS3Store({ endpoint, accessKey, secretKey, bucket, region: 'us-east-1' }),
    stop: async () => {},
  };
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
    });
    afterAll(async () => await running?.stop());

    artifactStoreSuite(() => running.store);
    downloadsSuite(() => running.store);

    test('is not ready before it is prepared', async () => {
      const other = await start();
      await expect(other.store.ready()).rejects.toThrow(StorageUnavailableError);
      await other.stop();
    });
  });
}
