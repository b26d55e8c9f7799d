/** Resumable uploads: every byte is stored once and counts from the start, whichever gateway receives it. */
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { createResumableStore, deleteFile, removeExpired, takeOrphans } from '@farebox/files';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { FILE_BYTES, largeSound, MIB, tusRequests } from '../testing/resumable.fixture.ts';
import { movedClock } from '../testing/sound.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;
const { send, begin, opened, patch, offsetOf, idOf } = tusRequests(() => ({ url: gateway.url, key }));

beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_STORAGE_QUOTA_MB: '40' });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

async function objects(): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of gateway.artifacts.list(`projects/${project.id}/`)) found.push(entry.key);
  return found;
}

async function counted(): Promise<number> {
  const rows = await gateway.database.prisma.$queryRaw<{ bytes: bigint }[]>`
    SELECT stored_bytes AS bytes FROM project_storage WHERE project_id = ${project.id}`;
  return Number(rows[0]?.bytes ?? 0n);
}

/** Sends a head that declares all bytes, sends only `bytes`, and disconnects. */
const broken = (path: string, offset: number, bytes: Uint8Array) =>
  new Promise<void>((resolve) => {
    const request = httpRequest(new URL(path, gateway.url), {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${key}`,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(FILE_BYTES - offset),
      },
    });
    request.on('error', () => {}).on('close', resolve);
    request.write(bytes, () => request.destroy());
  });

describe('a resumable upload', () => {
  test('continues after the bytes that arrived before an interruption, and becomes one file of its bytes', async () => {
    const bytes = largeSound();
    const path = await opened();
    expect(await counted()).toBe(FILE_BYTES);
    await broken(path, 0, bytes.subarray(0, 5 * MIB));
    await expect.poll(() => offsetOf(path), { timeout: 30_000 }).toBe(5 * MIB);
    const offset = 5 * MIB;
    expect(await takeOrphans(gateway.database, await objects())).toEqual([]);
    const last = await patch(path, { offset, body: bytes.subarray(offset) });
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(FILE_BYTES)]);
    const fileId = last.headers.get('farebox-file-id') as string;
    const again = await patch(path, { offset: FILE_BYTES, body: new Uint8Array(0) });
    expect([again.status, again.headers.get('farebox-file-id')]).toEqual([204, fileId]);
    const files = await gateway.database.prisma.file.findMany({ where: { projectId: project.id } });
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ id: fileId, sizeBytes: BigInt(FILE_BYTES), mimeType: 'audio/wav' });
    expect(Buffer.from(files[0]?.sha256 ?? [])).toEqual(createHash('sha256').update(bytes).digest());
    await expect.poll(objects).toEqual([files[0]?.objectKey]);
    expect(await counted()).toBe(FILE_BYTES);
    const json = (await (await send({ method: 'GET', path })).json()) as { data: object };
    expect(json.data).toMatchObject({ receivedBytes: FILE_BYTES, sizeBytes: FILE_BYTES, file: { id: fileId } });
    await gateway.database.transaction((transaction) =>
      deleteFile(transaction, { projectId: project.id, fileId, by: 'member', actor: 'oidc|ann' }),
    );
    const deleted = (await (await send({ method: 'GET', path })).json()) as { data: object };
    expect(deleted.data).not.toHaveProperty('file');
  });

  test('accepts one of two requests at the same offset, and contains the bytes of that one', async () => {
    const path = await opened();
    const [a, b] = [largeSound(), largeSound()];
    const replies = await Promise.all([
      patch(path, { offset: 0, body: a.subarray(0, MIB) }),
      patch(path, { offset: 0, body: b.subarray(0, MIB) }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([204, 409]);
    await expect.poll(objects).toHaveLength(1);
    const winner = replies[0]?.status === 204 ? a : b;
    expect((await patch(path, { offset: MIB, body: winner.subarray(MIB) })).status).toBe(204);
    const [file] = await gateway.database.prisma.file.findMany({ where: { projectId: project.id } });
    expect(Buffer.from(file?.sha256 ?? [])).toEqual(createHash('sha256').update(winner).digest());
  });

  test('is opened once and keeps its parts if replies of the database are lost', async () => {
    const { database } = gateway;
    const store = createResumableStore({
      ...database,
      rows: async (statement) => (await database.rows(statement), database.rows(statement)),
    });
    const quota = { bytesMax: 40 * MIB, organizationBytesMax: 40 * MIB, unfundedBytesMax: 40 * MIB };
    const upload = await store.open({ projectId: project.id, mimeType: 'audio/wav', sizeBytes: FILE_BYTES }, quota);
    const name = { projectId: project.id, id: upload?.id as string };
    const part = (offset: number) => ({ offset, sizeBytes: MIB, objectKey: store.newPartKey(name, offset) });
    const [first, second] = [part(0), part(MIB)];
    expect([await store.append(name, first), await store.append(name, second)]).toEqual([true, true]);
    expect(await store.append(name, part(0))).toBe(false); // a part of another request
    expect(await store.partKeys(name)).toEqual([first.objectKey, second.objectKey]);
    expect([(await store.find(name))?.offset, await counted()]).toEqual([2 * MIB, FILE_BYTES]);
  });

  test('with another type than declared ends, and nothing is kept', async () => {
    const path = await opened('audio/mpeg');
    const refused = await patch(path, { offset: 0, body: largeSound() });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      {
        error: { message: 'file_content_mismatch', details: { fields: { '': expect.stringContaining('audio/mpeg') } } },
      },
    ]);
    await expect.poll(objects).toEqual([]);
    expect(await counted()).toBe(0);
    expect((await send({ method: 'HEAD', path })).status).toBe(404);
  });

  test('that was complete when its gateway died is finished once by the next requests', async () => {
    const bytes = largeSound();
    const path = await opened();
    await patch(path, { offset: 0, body: bytes.subarray(0, FILE_BYTES - MIB) });
    const [id, at] = [await idOf(path), FILE_BYTES - MIB];
    const objectKey = `projects/${project.id}/resumable/${id}/${at}-left`;
    await gateway.artifacts.put(objectKey, bytes.subarray(at), { mimeType: 'audio/wav', sizeBytes: MIB });
    await gateway.database.prisma
      .$queryRaw`SELECT upload_resumable_append(${project.id}, ${id}, ${at}::bigint, ${MIB}::bigint, ${objectKey})`;
    const replies = await Promise.all(Array.from({ length: 3 }, () => send({ method: 'HEAD', path })));
    const ids = new Set(replies.map(({ headers }) => headers.get('farebox-file-id')));
    const files = await gateway.database.prisma.file.findMany({ where: { projectId: project.id } });
    expect([...ids]).toEqual(files.map((file) => file.id));
    expect(await counted()).toBe(FILE_BYTES);
  });

  test('that has expired is removed, with its parts and its share of the quota', async () => {
    const path = await opened();
    await patch(path, { offset: 0, body: largeSound().subarray(0, MIB) });
    await movedClock(gateway, '25 hours', async () => {
      expect((await patch(path, { offset: MIB, body: largeSound().subarray(MIB) })).status).toBe(404);
      await removeExpired(gateway.database, gateway.artifacts);
    });
    expect([await objects(), await counted()]).toEqual([[], 0]);
  });

  test('can be deleted by the key that started it', async () => {
    const path = await opened();
    await patch(path, { offset: 0, body: largeSound().subarray(0, MIB) });
    expect((await send({ method: 'DELETE', path })).status).toBe(204);
    await expect.poll(objects).toEqual([]);
    expect([(await send({ method: 'HEAD', path })).status, await counted()]).toEqual([404, 0]);
  });

  test('is not found by other projects', async () => {
    const path = await opened();
    const as = (await (await gateway.newProject()).newKey()).token;
    for (const method of ['HEAD', 'GET', 'DELETE']) expect((await send({ method, path, as })).status).toBe(404);
    const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    expect((await send({ method: 'PATCH', path, as, headers, body: Buffer.alloc(5) })).status).toBe(404);
    expect(await offsetOf(path)).toBe(0);
  });
});

describe("the protocol's own client", () => {
  /** Interrupts the upload after `until` bytes and returns it, so that it can continue. */
  const sent = (bytes: Buffer, options: { readonly uploadUrl?: string; readonly until: number }): Promise<Upload> =>
    new Promise((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${gateway.url}/resumable-uploads`,
        ...(options.uploadUrl === undefined ? {} : { uploadUrl: options.uploadUrl }),
        metadata: { filename: 'a.wav', filetype: 'audio/wav' },
        headers: { Authorization: `Bearer ${key}` },
        chunkSize: 3 * MIB,
        retryDelays: [0, 100, 1000],
        onError: reject,
        onSuccess: () => resolve(upload),
        onChunkComplete: (_, accepted) => {
          if (accepted >= options.until && accepted < FILE_BYTES) void upload.abort().then(() => resolve(upload));
        },
      });
      upload.start();
    });

  test('uploads, is interrupted twice, continues, and the file has its bytes', async () => {
    const bytes = largeSound();
    const uploadUrl = (await sent(bytes, { until: 3 * MIB })).url as string;
    await sent(bytes, { uploadUrl, until: 8 * MIB });
    expect(await offsetOf(uploadUrl)).toBeLessThan(FILE_BYTES);
    await sent(bytes, { uploadUrl, until: Infinity });
    const [file] = await gateway.database.prisma.file.findMany({ where: { projectId: project.id } });
    expect(Buffer.from(file?.sha256 ?? [])).toEqual(createHash('sha256').update(bytes).digest());
    expect((await send({ method: 'HEAD', path: uploadUrl })).headers.get('farebox-file-id')).toBe(file?.id);
  });
});

describe('a resumable upload is refused', () => {
  test('beyond the storage quota of the project, in which open uploads count', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => begin('audio/wav')));
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 201, 201, 429, 429]);
    expect(await counted()).toBe(3 * FILE_BYTES);
    const json = {
      mimeType: 'audio/wav',
      data: largeSound()
        .subarray(0, 2 * MIB)
        .toString('base64'),
    };
    expect((await gateway.call('POST /tools/upload', { key, json })).status).toBe(400);
  });

  test('for small files, pictures, files that are too large and other protocol versions', async () => {
    expect((await begin('audio/wav', 12 * MIB)).status).toBe(400);
    expect((await begin('image/png')).status).toBe(415);
    expect((await begin('audio/wav', 257 * MIB)).status).toBe(413);
    const old = await send({ method: 'POST', path: '/resumable-uploads', headers: { 'Tus-Resumable': '0.2.2' } });
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0']);
  });

  test('for bytes at another offset, of another type, or beyond the length', async () => {
    const path = await opened();
    expect((await patch(path, { offset: 5, body: Buffer.alloc(5) })).status).toBe(409);
    const headers = { 'Upload-Offset': '0', 'Content-Type': 'audio/wav' };
    expect((await send({ method: 'PATCH', path, headers, body: Buffer.alloc(5) })).status).toBe(415);
    expect((await patch(path, { offset: 0, body: Buffer.alloc(FILE_BYTES + 1) })).status).toBe(413);
    expect(await offsetOf(path)).toBe(0);
  });
});
