/**
 * Tests the store with the account that deploy/s3/account.sh creates on a real MinIO: it can do its work, and nothing
 * else.
 */
import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { findProgram, startMinio } from '@farebox/testing';
import { Client } from 'minio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artifactStoreSuite } from '../artifact-store.suite.ts';
import { downloadsSuite } from '../downloads/downloads.suite.ts';
import { type ArtifactStore, createS3Store } from '../index.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../../deploy/s3/account.sh');
const ACCOUNT = { accessKey: 'the-apps', secretKey: 'a-secret-of-the-apps', region: 'us-east-1' };
const SETUP_TIMEOUT_MS = 60_000;

const mc = findProgram('mc', 'with Go: go install github.com/minio/mc@latest');
const minio = mc === null ? null : await startMinio();
afterAll(() => minio?.stop());

function makeAccount(bucket: string, accessKey = ACCOUNT.accessKey): void {
  const { endpoint, ...root } = minio!;
  const env = {
    PATH: `${dirname(mc!)}:${process.env['PATH']}`,
    S3_ENDPOINT: endpoint,
    S3_ROOT_USER: root.accessKey,
    S3_ROOT_PASSWORD: root.secretKey,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: ACCOUNT.secretKey,
    S3_BUCKET: bucket,
  };
  execFileSync('sh', [SCRIPT], { env, stdio: 'pipe' });
}

const clientOf = ({ accessKey, secretKey }: { readonly accessKey: string; readonly secretKey: string }): Client => {
  const { hostname, port } = new URL(minio!.endpoint);
  return new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey,
    secretKey,
    region: 'us-east-1',
  });
};

describe.skipIf(minio === null)('the apps’ account of S3', () => {
  let store: ArtifactStore;
  beforeAll(async () => {
    makeAccount('ours');
    makeAccount('ours'); // a second run changes nothing
    const { endpoint } = minio!;
    store = createS3Store({ ...ACCOUNT, endpoint, bucket: 'ours' });
    await store.prepare();
  }, SETUP_TIMEOUT_MS);

  artifactStoreSuite(() => store);
  downloadsSuite(() => store);

  test('cannot create or delete buckets, change policies, or access another bucket', async () => {
    const [root, app] = [clientOf(minio!), clientOf(ACCOUNT)];
    await root.makeBucket('theirs', 'us-east-1');
    await root.putObject('theirs', 'a', 'secret');
    const everybody = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::ours/*' }],
    });
    const refused = [
      () => app.makeBucket('mine', 'us-east-1'),
      () => app.removeBucket('ours'),
      () => app.setBucketPolicy('ours', everybody),
      () => app.setBucketLifecycle('ours', null),
      () => app.getObject('theirs', 'a'),
      () => app.putObject('theirs', 'a', 'x'),
      () => app.removeObject('theirs', 'a'),
      () => app.listObjectsV2('theirs', '', true).toArray(),
    ];
    for (const attempt of refused)
      await expect(attempt(), String(attempt)).rejects.toMatchObject({ code: 'AccessDenied' });
    expect((await app.listBuckets()).map(({ name }) => name)).toEqual(['ours']);
  });

  test('cannot have the name of the root user', () => {
    expect(() => makeAccount('ours', minio!.accessKey)).toThrow('the apps need an account of their own');
  });
});
