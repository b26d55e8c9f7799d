/** Storage quotas of projects, and uploads to a nearly full disk. */
import type { File } from '@farebox/contract';
import { sound } from '@farebox/testing';
import { expect, test, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

const uploadOf = (gateway: TestGateway, key: string) => (bytes: Buffer) =>
  gateway.call<File>('POST /tools/upload', { key, json: { mimeType: 'audio/wav', data: bytes.toString('base64') } });

async function stored({ database }: TestGateway): Promise<readonly bigint[]> {
  const rows = await database.prisma.projectStorage.findMany();
  return rows.map(({ storedBytes }) => storedBytes).filter((bytes) => bytes > 0n);
}

test('concurrent uploads beyond the quota get 429 with the available bytes; a stored file is returned again', async () => {
  await using gateway = await startTestGateway({ FAREBOX_STORAGE_QUOTA_MB: '1' });
  const upload = uploadOf(gateway, (await (await gateway.newProject()).newKey()).token);
  const first = sound();
  expect((await upload(first)).status).toBe(200);
  const replies = await Promise.all(Array.from({ length: 6 }, () => upload(sound())));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
  for (const { status, error } of replies.filter((reply) => reply.status !== 200)) {
    const details = { availableBytes: expect.any(Number), requiredBytes: first.length };
    expect([status, error]).toMatchObject([
      429,
      { status: 'RESOURCE_EXHAUSTED', message: 'storage_quota_reached', details },
    ]);
    expect((error.details as { availableBytes: number }).availableBytes).toBeLessThan(first.length);
  }
  expect(await stored(gateway)).toEqual([BigInt(3 * first.length)]);
  expect((await upload(first)).status).toBe(200);
  const other = uploadOf(gateway, (await (await gateway.newProject()).newKey()).token);
  expect((await other(first)).status).toBe(200); // each project has its own quota

  await gateway.database.prisma
    .$executeRaw`UPDATE file SET deleted_at = now(), expires_at = now() WHERE size_bytes > 0`;
  expect(await stored(gateway)).toEqual([]);
  expect((await upload(first)).status).toBe(200);
  expect(await stored(gateway)).toEqual([BigInt(first.length)]);
});

test('concurrent uploads of the same or of refused bytes leave no uncounted object', async () => {
  await using gateway = await startTestGateway({ FAREBOX_STORAGE_QUOTA_MB: '1' });
  const upload = uploadOf(gateway, (await (await gateway.newProject()).newKey()).token);
  const same = sound();
  const replies = await Promise.all(Array.from({ length: 8 }, () => upload(same)));
  expect(new Set(replies.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1);
  await Promise.all(Array.from({ length: 8 }, () => upload(sound())));
  async function sizes(): Promise<readonly number[]> {
    const found: number[] = [];
    for await (const { sizeBytes } of gateway.artifacts.list('projects/')) found.push(sizeBytes);
    return found;
  }
  await vi.waitFor(async () => expect(await sizes()).toEqual([same.length, same.length, same.length]), {
    timeout: 30_000,
  });
  expect(await stored(gateway)).toEqual([BigInt(3 * same.length)]);
});

test('a project without a balance has a small quota', async () => {
  await using gateway = await startTestGateway({ FAREBOX_STORAGE_UNFUNDED_MB: '0' });
  const poor = uploadOf(gateway, (await (await gateway.newProject({ fundedMicros: 0 })).newKey()).token);
  expect(await poor(sound())).toMatchObject({ status: 429, error: { message: 'storage_quota_reached' } });
  const funded = uploadOf(gateway, (await (await gateway.newProject({ fundedMicros: 1 })).newKey()).token);
  expect((await funded(sound())).status).toBe(200);
});

test('a nearly full disk refuses uploads and does not affect other requests', async () => {
  await using gateway = await startTestGateway({ FAREBOX_STORAGE_FREE_MB: '1000000000' });
  const { token: key } = await (await gateway.newProject()).newKey();
  const { status, headers, error } = await uploadOf(gateway, key)(sound());
  expect([status, headers.get('retry-after'), error.message]).toEqual([503, '60', 'service_unavailable']);
  expect((await gateway.call('GET /tools/usage', { key })).status).toBe(200);
});
