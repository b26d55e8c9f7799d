/** URLs of a run's files: what a runner can read and put with them, over a gateway and each kind of store. */
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRunnerFiles, type RunnerFile, SAMPLES, stagedKey } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { type ArtifactStore, createDiskStore, createS3Store } from '@farebox/storage';
import { startMinio } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, URL_SECRET } from '../testing/gateway.fixture.ts';

const MINUTE_MS = 60_000;
const BYTES_MAX = 100_000;
const runner = 'acme-read-text';
const filesOf = ({ url }: TestGateway) => createRunnerFiles({ publicUrl: new URL(url), urlSecret: URL_SECRET });

interface Stored {
  readonly gateway: TestGateway;
  readonly store: ArtifactStore;
  readonly close: () => Promise<void>;
}

async function onDisk(): Promise<Stored> {
  const gateway = await startTestGateway();
  return { gateway, store: gateway.artifacts, close: async () => await gateway[Symbol.asyncDispose]() };
}

async function onS3(): Promise<Stored | null> {
  const minio = await startMinio();
  if (minio === null) return null;
  const { endpoint, accessKey, secretKey } = minio;
  const store = createS3Store({ endpoint, accessKey, secretKey, bucket: 'farebox', region: 'us-east-1' });
  await store.prepare();
  const gateway = await startTestGateway({
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });
  const close = async (): Promise<void> => {
    await gateway[Symbol.asyncDispose]();
    await minio.stop();
  };
  return { gateway, store, close };
}

describe.each([
  ['on disk', onDisk],
  ['on S3', onS3],
] as const)('%s', (_, open) => {
  let stored: Stored | null;
  let projectId: string;
  beforeAll(async () => {
    stored = await open();
    projectId = stored === null ? '' : (await stored.gateway.newProject()).id;
  });
  afterAll(async () => await stored?.close());
  /** A machine without MinIO has nothing to test. */
  const opened = (skip: () => never): Stored => stored ?? skip();

  const newKey = (): string => stagedKey({ projectId, executionId: newId('execution'), step: 0, n: 0 });
  const inAMinute = (): Date => new Date(Date.now() + MINUTE_MS);
  const permission = { sizeBytesMax: BYTES_MAX, mimeType: 'image/png' };
  const urlOf = (operation: RunnerFile['operation'], key: string, expiresAt = inAMinute()): string =>
    filesOf(stored!.gateway).urlOf({
      ...permission,
      operation,
      projectId,
      runner,
      key,
      expiresAt,
    });
  const put = async (url: string, body: Buffer<ArrayBuffer>) => {
    const response = await fetch(url, { method: 'PUT', body });
    const told = (await response.json()) as { data?: object; error?: { message: string; details?: object } };
    return { status: response.status, data: told.data, error: told.error };
  };

  test('a URL names nothing of the project, and reads one file, whole or in part, without a key', async ({ skip }) => {
    const { store } = opened(skip);
    const [key, bytes] = [newKey(), randomBytes(5000)];
    await store.put(key, bytes, { mimeType: 'image/png', sizeBytes: bytes.length });
    const url = urlOf('get', key);
    for (const part of key.split('/').slice(1)) expect(url).not.toContain(part);
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(url, { headers: { Range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)]);
  });

  test('a sample, which no store has, is read from this machine', async ({ skip }) => {
    opened(skip);
    const [sample] = SAMPLES.values();
    const response = await fetch(urlOf('get', `samples/${sample!.id}`));
    expect(hash('sha256', Buffer.from(await response.arrayBuffer()))).toBe(sample!.sha256);
    expect((await fetch(urlOf('get', 'samples/file_other'))).status).toBe(404);
  });

  test('a PUT stores once: equal bytes get the same response, other bytes are refused', async ({ skip }) => {
    const { store } = opened(skip);
    const [key, bytes] = [newKey(), randomBytes(BYTES_MAX)];
    const url = urlOf('put', key);
    const first = await put(url, bytes);
    expect(first).toEqual({
      status: 200,
      data: { sizeBytes: BYTES_MAX, sha256: hash('sha256', bytes) },
      error: undefined,
    });
    expect(await put(url, bytes)).toEqual(first);
    for (const other of [randomBytes(BYTES_MAX), randomBytes(7)])
      expect(await put(url, other)).toMatchObject({ status: 409, error: { message: 'upload_url_used' } });
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
  });

  test('a file of a type that is not allowed is refused, and the right one can follow', async ({ skip }) => {
    opened(skip);
    const file = { projectId, runner, key: newKey(), expiresAt: inAMinute() };
    const url = filesOf(stored!.gateway).urlOf({
      ...file,
      operation: 'put',
      sizeBytesMax: BYTES_MAX,
      mimeTypes: ['image/png', 'image/webp'],
    });
    const sent = (type: string) => fetch(url, { method: 'PUT', body: 'bytes', headers: { 'content-type': type } });
    for (const type of ['image/jpeg', 'text/plain;charset=utf-8']) {
      const refused = await sent(type);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        error: { message: 'unsupported_media_type', details: { allowed: ['image/png', 'image/webp'] } },
      });
    }
    for (const type of ['Image/WebP; q=1', 'application/octet-stream']) expect((await sent(type)).status).toBe(200);
    expect((await put(url, Buffer.from('bytes'))).status).toBe(200);
  });

  test('several PUTs at once store one file, and each of the others is refused', async ({ skip }) => {
    opened(skip);
    const url = urlOf('put', newKey());
    const bodies = [1, 2, 3].map((n) => Buffer.alloc(50_000 + n, n));
    const replies = await Promise.all(bodies.map((body) => put(url, body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('more bytes than permitted are refused, announced or not, and so are none; nothing is stored', async ({
    skip,
  }) => {
    const { store } = opened(skip);
    const key = newKey();
    const url = urlOf('put', key);
    const large = randomBytes(BYTES_MAX + 1);
    const details = { bytesMax: BYTES_MAX };
    expect(await put(url, large)).toMatchObject({ status: 400, error: { message: 'file_too_large', details } });
    expect(await chunked(url, large)).toContain('file_too_large');
    expect(await put(url, Buffer.alloc(0))).toMatchObject({
      status: 400,
      error: { message: 'file_content_mismatch' },
    });
    expect(await store.stat(key)).toBeNull();
  });

  test('a body that breaks off stores nothing', async ({ skip }) => {
    const { store } = opened(skip);
    const key = newKey();
    const sending = request(urlOf('put', key), { method: 'PUT', headers: { 'Content-Length': '1000' } });
    const gone = new Promise((resolve) => sending.on('error', () => {}).once('close', resolve));
    sending.write(Buffer.alloc(500), () => setTimeout(() => sending.destroy(), 50));
    await gone;
    const again = randomBytes(20);
    expect((await put(urlOf('put', key), again)).status).toBe(200);
    expect(await store.stat(key)).toEqual({ sizeBytes: 20 });
  });

  test('a URL is valid for one method, until its end, and only as it was sealed', async ({ skip }) => {
    const { store } = opened(skip);
    const [key, bytes] = [newKey(), randomBytes(10)];
    const expired = new Date(Date.now() - 1);
    expect((await put(urlOf('get', key), bytes)).status).toBe(404);
    expect(await put(urlOf('put', key, expired), bytes)).toMatchObject({
      status: 404,
      error: { details: { reason: 'expired', expiredAt: expired.toISOString() } },
    });
    expect(
      (
        await put(
          urlOf('put', key).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
          bytes,
        )
      ).status,
    ).toBe(404);
    expect(await store.stat(key)).toBeNull();
    await put(urlOf('put', key), bytes);
    expect((await fetch(urlOf('put', key))).status).toBe(404);
    expect((await fetch(urlOf('get', key, expired))).status).toBe(404);
    expect((await fetch(urlOf('get', key))).status).toBe(200);
  });
});

test('a PUT ends with its URL, however slowly its bytes come, and stores nothing', async () => {
  await using gateway = await startTestGateway();
  const { id: projectId } = await gateway.newProject();
  const key = stagedKey({ projectId, executionId: newId('execution'), step: 0, n: 0 });
  const expiresAt = new Date(Date.now() + 3_000);
  const url = filesOf(gateway).urlOf({ operation: 'put', projectId, runner, key, expiresAt, sizeBytesMax: BYTES_MAX });
  async function* slowly() {
    yield randomBytes(100);
    await sleep(expiresAt.getTime() - Date.now() + 100);
    yield randomBytes(100);
  }
  const response = await fetch(url, { method: 'PUT', body: Readable.toWeb(Readable.from(slowly())), duplex: 'half' });
  expect([response.status, await gateway.artifacts.stat(key)]).toEqual([404, null]);
});

test('while the folder of the store is not mounted, a runner is told to come later, not that its file is absent', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-runner-files-'));
  await using gateway = await startTestGateway({ FAREBOX_DATA_DIR: directory });
  const { id: projectId } = await gateway.newProject();
  const [store, key] = [
    createDiskStore({ directory }),
    stagedKey({ projectId, executionId: newId('execution'), step: 0, n: 0 }),
  ];
  const bytes = randomBytes(100);
  await store.put(key, bytes, { mimeType: 'image/png', sizeBytes: bytes.length });
  const expiresAt = new Date(Date.now() + MINUTE_MS);
  const url = filesOf(gateway).urlOf({ operation: 'get', projectId, runner, key, expiresAt, mimeType: 'image/png' });
  const [objects, elsewhere] = [join(directory, 'objects'), join(directory, 'elsewhere')];
  await rename(objects, elsewhere);
  const away = await fetch(url);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  await rename(elsewhere, objects);
  expect((await fetch(url)).status).toBe(200);
  await rm(directory, { recursive: true });
});

/** Sends a body without its length. */
async function chunked(url: string, body: Buffer): Promise<string> {
  const sending = request(url, { method: 'PUT' });
  sending.on('error', () => {});
  sending.write(body);
  sending.end();
  const [response] = (await once(sending, 'response')) as [NodeJS.ReadableStream];
  return (await buffer(response)).toString();
}
