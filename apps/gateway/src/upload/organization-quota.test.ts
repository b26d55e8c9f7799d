/** Limits of an organization: all its projects share one storage quota and one number of open resumable uploads. */
import type { File } from '@farebox/contract';
import { createOrganization } from '@farebox/identity';
import { sound } from '@farebox/testing';
import { expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { tusRequests } from '../testing/resumable.fixture.ts';

/** @returns one key of each of so many projects of a new organization. */
async function keysOf(gateway: TestGateway, projects: number, fundedMicros?: number): Promise<readonly string[]> {
  const organizationId = await createOrganization(gateway.database, 'Many');
  const keys: string[] = [];
  for (let made = 0; made < projects; made++) {
    const project = await gateway.newProject({
      organizationId,
      ...(fundedMicros === undefined ? {} : { fundedMicros }),
    });
    keys.push((await project.newKey()).token);
  }
  return keys;
}

const upload = (gateway: TestGateway, key: string, bytes = sound()) =>
  gateway.call<File>('POST /tools/upload', { key, json: { mimeType: 'audio/wav', data: bytes.toString('base64') } });

test('the projects of an organization share its quota, exactly, and another organization has its own', async () => {
  await using gateway = await startTestGateway({ FAREBOX_STORAGE_ORGANIZATION_MB: '1' });
  const keys = await keysOf(gateway, 8);
  const replies = await Promise.all(keys.map((key) => upload(gateway, key)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  const requiredBytes = sound().length;
  for (const { error } of replies.filter(({ status }) => status !== 200)) {
    expect(error.message).toBe('storage_quota_reached');
    const { availableBytes, ...rest } = error.details as { availableBytes: number };
    expect([availableBytes < requiredBytes, rest]).toEqual([true, { requiredBytes }]);
  }
  const [other] = await keysOf(gateway, 1);
  expect((await upload(gateway, other as string)).status).toBe(200);
});

test('an organization none of whose projects has a balance has the small quota once', async () => {
  await using gateway = await startTestGateway({ FAREBOX_STORAGE_UNFUNDED_MB: '1' });
  const keys = await keysOf(gateway, 8, 0);
  const statuses = await Promise.all(keys.map(async (key) => (await upload(gateway, key)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
});

test('the projects of an organization share its open resumable uploads', async () => {
  await using gateway = await startTestGateway();
  const statusesOf = async (keys: readonly string[], each: number): Promise<readonly number[]> =>
    await Promise.all(
      keys
        .flatMap((key) => Array.from({ length: each }, () => tusRequests(() => ({ url: gateway.url, key }))))
        .map(async ({ begin }) => (await begin('audio/wav')).status),
    );
  const keys = await keysOf(gateway, 5);
  const [alone] = await keysOf(gateway, 1);
  const opened = (statuses: readonly number[]) => statuses.filter((status) => status === 201).length;
  expect(opened(await statusesOf([alone as string], 10))).toBe(8);
  const statuses = await statusesOf(keys, 8);
  expect([opened(statuses), statuses.filter((status) => status === 429).length]).toEqual([32, 8]);
});
