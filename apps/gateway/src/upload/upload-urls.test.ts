/** An upload URL accepts one file as declared, while its key is valid, and nothing else. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { File, Project, UploadUrl } from '@farebox/contract';
import { revokeKey, setExecutionEnabled } from '@farebox/identity';
import { sound } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { movedClock, outcomeOf, SIZE } from '../testing/sound.fixture.ts';
import { createUploadAddresses } from './upload-addresses.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;

beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_STORAGE_QUOTA_MB: '2' });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

const ask = (json: object, as = key) => gateway.call<UploadUrl>('POST /tools/upload-urls', { key: as, json });

async function addressOf(json: object = {}, as = key): Promise<string> {
  const { data } = await ask({ mimeType: 'audio/wav', sizeBytes: SIZE, ...json }, as);
  return data.uploadUrl;
}

/** Uploads as a page does: the URL, the bytes, and no header but the type. */
const put = (url: string, bytes: Uint8Array<ArrayBuffer>, type = 'audio/wav'): Promise<Reply<File>> =>
  gateway.call<File>(`PUT ${url.slice(gateway.url.length)}`, { body: bytes, headers: { 'Content-Type': type } });

const filesOf = ({ id }: TestProject) => gateway.database.prisma.file.count({ where: { projectId: id } });

async function objectsOf({ id }: TestProject): Promise<number> {
  const found = [];
  for await (const entry of gateway.artifacts.list(`projects/${id}/`)) found.push(entry);
  return found.length;
}

describe('an upload URL', () => {
  test('contains neither project nor key, and expires within fifteen minutes', async () => {
    const { data } = await ask({ mimeType: 'audio/wav', sizeBytesMax: SIZE });
    expect(data).toMatchObject({ method: 'PUT', headers: { 'Content-Type': 'audio/wav' }, sizeBytesMax: SIZE });
    const told = data.uploadUrl + Buffer.from(data.uploadUrl.split('/').at(-1) ?? '', 'base64url').toString('latin1');
    for (const secret of [project.id, key, key.split('_')[2] as string]) expect(told).not.toContain(secret);
    const [row] = await gateway.database.prisma.$queryRaw<{ seconds: number }[]>`
      SELECT extract(epoch FROM ${new Date(data.expiresAt)}::timestamptz - instant())::float AS seconds`;
    expect(row?.seconds).toBeGreaterThan(0);
    expect(row?.seconds).toBeLessThanOrEqual(900);
  });

  test('stores the same file as an upload with a key', async () => {
    const bytes = sound();
    const { data } = await put(await addressOf(), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(data).toMatchObject({ mimeType: 'audio/wav', sizeBytes: SIZE, sha256, durationSeconds: 19.2 });
    const json = { mimeType: 'audio/wav', data: bytes.toString('base64') };
    expect((await gateway.call<File>('POST /tools/upload', { key, json })).data).toEqual(data);
  });

  test.each([
    ['without a size', {}],
    ['with both sizes', { sizeBytes: 5, sizeBytesMax: 5 }],
    ['above 12 MiB', { sizeBytesMax: 12 * 1024 * 1024 + 1 }],
    ['for more than fifteen minutes', { sizeBytes: 5, expiresInSeconds: 901 }],
    ['with an unsupported type', { sizeBytes: 5, mimeType: 'image/svg+xml' }],
  ])('%s is refused', async (_, json) => {
    expect(outcomeOf(await ask({ mimeType: 'audio/wav', ...json }))).toBe('400 invalid_request');
  });
});

describe('a used upload URL', () => {
  test('is refused with the id of its file, and stores nothing more', async () => {
    const url = await addressOf();
    const { data } = await put(url, sound());
    for (const again of [await put(url, sound()), await put(url, sound())]) {
      expect(outcomeOf(again)).toBe('409 upload_url_used');
      expect(again.error.details).toEqual({ fileId: data.id });
    }
    expect([await filesOf(project), await objectsOf(project)]).toEqual([1, 1]);
  });

  test.each([
    ['different files', () => sound()],
    ['the same file', (same: Buffer<ArrayBuffer>) => same],
  ])('that gets several uploads at once, of %s, accepts one', async (_, bytesOf) => {
    const [url, same] = [await addressOf(), sound()];
    const replies = await Promise.all([1, 2, 3, 4].map(() => put(url, bytesOf(same))));
    expect(replies.map(outcomeOf).toSorted()).toEqual([
      '200',
      ...Array.from({ length: 3 }, () => '409 upload_url_used'),
    ]);
    const stored = replies.find(({ status }) => status === 200)?.data.id;
    for (const { error } of replies.filter(({ status }) => status !== 200))
      expect(error.details).toEqual({ fileId: stored });
    expect(await filesOf(project)).toBe(1);
    await expect.poll(() => objectsOf(project)).toBe(1);
  });

  test('whose bytes the project already had returns the existing file, once', async () => {
    const bytes = sound();
    const { data } = await put(await addressOf(), bytes);
    const url = await addressOf();
    expect((await put(url, bytes)).data).toEqual(data);
    expect(outcomeOf(await put(url, bytes))).toBe('409 upload_url_used');
  });

  test('is deleted an hour after its expiry, when the next URL is used', async () => {
    await put(await addressOf(), sound());
    const { prisma } = gateway.database;
    const where = { projectId: project.id };
    await prisma.uploadUrlUse.updateMany({ where, data: { expiresAt: new Date(Date.now() - 3_601_000) } });
    await put(await addressOf(), sound());
    expect(await prisma.uploadUrlUse.count({ where })).toBe(1);
  });
});

describe('an upload to a URL', () => {
  test.each([
    [
      'bytes of another type',
      () => Buffer.concat([sound().subarray(0, 12), randomBytes(SIZE - 12)]),
      '400 file_content_mismatch',
    ],
    ['more bytes', () => Buffer.concat([sound(), Buffer.alloc(1)]), '400 file_too_large'],
    ['fewer bytes', () => sound().subarray(0, -2), '400 file_content_mismatch'],
  ] as const)('with %s stores nothing, and the URL stays usable', async (_, bytesOf, outcome) => {
    const url = await addressOf();
    expect(outcomeOf(await put(url, bytesOf()))).toBe(outcome);
    expect([await filesOf(project), await objectsOf(project)]).toEqual([0, 0]);
    expect(outcomeOf(await put(url, sound()))).toBe('200');
  });

  test('with another Content-Type than declared is refused; a generic one is accepted', async () => {
    const url = await addressOf();
    expect(outcomeOf(await put(url, sound(), 'image/png'))).toBe('400 unsupported_media_type');
    expect(outcomeOf(await put(url, sound(), 'application/octet-stream'))).toBe('200');
  });

  test('in chunks is refused as soon as it exceeds the declared size', async () => {
    const url = await addressOf();
    const response = await fetch(url, { method: 'PUT', body: chunks(sound(), sound()), duplex: 'half' });
    expect(await response.json()).toMatchObject({ error: { message: 'file_too_large' } });
  });

  test('with another hash than declared is refused, and the declared file is accepted', async () => {
    const bytes = sound();
    const url = await addressOf({ sha256: createHash('sha256').update(bytes).digest('hex') });
    expect(outcomeOf(await put(url, sound()))).toBe('400 file_content_mismatch');
    expect(outcomeOf(await put(url, bytes))).toBe('200');
  });

  test('over an interrupted connection stores nothing partial, and the URL stays usable', async () => {
    const url = await addressOf();
    const bytes = sound();
    const cut = httpRequest(url, { method: 'PUT', headers: { 'Content-Type': 'audio/wav', 'Content-Length': SIZE } });
    cut.on('error', () => {});
    cut.write(bytes.subarray(0, SIZE / 2));
    await once(cut, 'socket');
    await new Promise((resolve) => cut.write(bytes.subarray(0, 10), resolve));
    cut.destroy();
    expect(outcomeOf(await put(url, bytes))).toBe('200');
    expect([await filesOf(project), await objectsOf(project)]).toEqual([1, 1]);
  });

  test('beyond the quota is refused, and the URL stays usable', async () => {
    const last = await addressOf();
    for (let used = 0; used < 6; used++) expect(outcomeOf(await put(await addressOf(), sound()))).toBe('200');
    expect(outcomeOf(await put(last, sound()))).toBe('429 storage_quota_reached');
    await gateway.database.prisma.$executeRaw`
      UPDATE file SET deleted_at = now(), expires_at = now() WHERE project_id = ${project.id}`;
    expect(outcomeOf(await put(last, sound()))).toBe('200');
  });
});

async function* chunks(...parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}

describe('no file is stored', () => {
  const refused = '404 upload_url_not_usable';

  test('at a URL that was modified, made elsewhere or made for another purpose, and all get the same response', async () => {
    const url = await addressOf();
    const address = url.split('/').at(-1) as string;
    const changed = [0, 20, address.length - 4].map((at) => {
      const other = address[at] === 'A' ? 'B' : 'A';
      return url.slice(0, url.length - address.length + at) + other + address.slice(at + 1);
    });
    const elsewhere = createUploadAddresses({ publicUrl: new URL(gateway.url), urlSecret: 'x'.repeat(32) });
    const { data } = await gateway.call<Project>('GET /tools/project', { key });
    const permission = {
      keyPublicId: data.key.publicId,
      mimeType: 'audio/wav',
      sizeBytesMin: 1,
      sizeBytesMax: SIZE,
      sha256: null,
    } as const;
    const foreign = elsewhere.urlOf({ ...permission, once: { id: 'x', expiresAt: new Date(Date.now() + 60_000) } });
    const replies = [];
    for (const each of [...changed, foreign, `${gateway.url}/uploads/nonsense`]) replies.push(await put(each, sound()));
    expect(replies.map(outcomeOf)).toEqual(replies.map(() => refused));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.headers.get('ratelimit')).toBeNull(); // not counted for any key
    expect(outcomeOf(await put(url, sound()))).toBe('200');
  });

  test('at an expired URL, by the clock of the database', async () => {
    const url = await addressOf({ expiresInSeconds: 900 });
    await movedClock(gateway, '14 minutes', async () =>
      expect(outcomeOf(await put(url, sound().subarray(1)))).not.toBe(refused),
    );
    await movedClock(gateway, '901 seconds', async () => {
      const reply = await put(url, sound());
      expect([outcomeOf(reply), reply.error.details]).toMatchObject([refused, { reason: 'expired' }]);
    });
    expect(await filesOf(project)).toBe(0);
  });

  test('at a URL whose key was revoked or may no longer upload', async () => {
    const { token, keyId } = await project.newKey();
    const [url, other] = [await addressOf({}, token), await addressOf()];
    await revokeKey(gateway, { projectId: project.id, keyId });
    expect(outcomeOf(await put(url, sound()))).toBe(refused);
    await setExecutionEnabled(gateway.database, project.id, false);
    expect(outcomeOf(await put(other, sound()))).toBe('403 project_permission_required');
    expect(await filesOf(project)).toBe(0);
  });

  test('with another method than PUT', async () => {
    const path = (await addressOf()).slice(gateway.url.length);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(outcomeOf(await gateway.call(`${method} ${path}`))).toBe('404 not_found');
  });
});
