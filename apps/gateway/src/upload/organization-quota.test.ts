/** Limits of an organization: all its projects share one storage quota and one number of open resumable uploads. */
import type { File } from '@farebox/contract';
import { createFileStore } from '@farebox/files';
import { createOrganization } from '@farebox/identity';
import { sound } from '@farebox/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Reply, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { MIB, tusRequests } from '../testing/resumable.fixture.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_STORAGE_ORGANIZATION_MB: '2', FAREBOX_STORAGE_UNFUNDED_MB: '1' });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Made {
  readonly of?: TestGateway;
  readonly fundedMicros?: number;
}

/** @returns one key of each of so many projects of a new organization. */
async function keysOf(projects: number, { of = gateway, ...options }: Made = {}): Promise<readonly string[]> {
  const organizationId = await createOrganization(of.database, 'Many');
  const keys: string[] = [];
  for (let made = 0; made < projects; made++) {
    const project = await of.newProject({ organizationId, ...options });
    keys.push((await project.newKey()).token);
  }
  return keys;
}

const SOON = { timeout: 30_000, interval: 200 };

/** Sent again after a 503, as a client does on a starved machine: the same bytes are the same file. */
async function upload(key: string, bytes = sound()): Promise<Reply<File>> {
  const json = { mimeType: 'audio/wav', data: bytes.toString('base64') };
  const send = () => gateway.call<File>('POST /tools/upload', { key, json });
  return await vi.waitUntil(async () => {
    const reply = await send();
    return reply.status === 503 ? null : reply;
  }, SOON);
}

test('the projects of an organization share its quota, exactly, and another organization has its own', async () => {
  const keys = await keysOf(8);
  const replies = await Promise.all(keys.map((key) => upload(key)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
  const requiredBytes = sound().length;
  for (const { error } of replies.filter(({ status }) => status !== 200)) {
    expect(error.message).toBe('storage_quota_reached');
    const { availableBytes, ...rest } = error.details as { availableBytes: number };
    expect([availableBytes < requiredBytes, rest]).toEqual([true, { requiredBytes }]);
  }
  const [other] = await keysOf(1);
  expect((await upload(other as string)).status).toBe(200);
});

test('an upload waits for one of another project of the organization, which uses the rest of the quota', async () => {
  const organizationId = await createOrganization(gateway.database, 'Two');
  const [first, second] = [await gateway.newProject({ organizationId }), await gateway.newProject({ organizationId })];
  const key = (await second.newKey()).token;
  let reply = Promise.resolve<number | null>(null);
  await gateway.database.transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT upload_resumable_open(${first.id}, ${`up_${'0'.repeat(32)}`}, 'audio/wav',
      ${2 * MIB - 1}::bigint, ${2 * MIB}::bigint, ${2 * MIB}::bigint, 1, 1, '1 hour')`;
    let hasEnded = false;
    reply = upload(key).then(({ status }) => ((hasEnded = true), status));
    await expect.poll(async () => hasEnded || (await waits()), { timeout: 30_000 }).toBe(true);
  });
  expect(await reply).toBe(429);
});

async function waits(): Promise<boolean> {
  const [row] = await gateway.database.prisma.$queryRaw<{ waits: boolean }[]>`
    SELECT count(*) > 0 AS waits FROM pg_locks WHERE NOT granted`;
  return row?.waits === true;
}

test('an upload that was registered stays if the reply of the database is lost and an artifact fills the quota', async () => {
  const { database } = gateway;
  const { id: projectId } = await gateway.newProject();
  const store = createFileStore({
    ...database,
    rows: async (statement) => {
      if (!statement.sql.includes('file_save_upload_within')) return await database.rows(statement);
      await database.rows(statement);
      await database.prisma.projectStorage.update({ where: { projectId }, data: { storedBytes: 3 * MIB } });
      return await database.rows(statement);
    },
  });
  let isRemoved = false;
  const put = () => Promise.resolve(() => void (isRemoved = true));
  const upload = { projectId, sha256: 'ab'.repeat(32), mimeType: 'audio/wav', sizeBytes: 10 };
  const quota = { bytesMax: 2 * MIB, organizationBytesMax: 2 * MIB, unfundedBytesMax: MIB };
  await expect(store.saveUpload(upload, put, quota)).resolves.toMatchObject({ sizeBytes: 10 });
  expect(isRemoved).toBe(false);
});

test('an organization none of whose projects has a balance has the small quota once', async () => {
  const keys = await keysOf(8, { fundedMicros: 0 });
  const statuses = await Promise.all(keys.map(async (key) => (await upload(key)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
});

test('the projects of an organization share its open resumable uploads', async () => {
  await using of = await startTestGateway();
  const statusesOf = async (keys: readonly string[], each: number): Promise<readonly number[]> =>
    await Promise.all(
      keys
        .flatMap((key) => Array.from({ length: each }, () => tusRequests(() => ({ url: of.url, key }))))
        .map(({ begin }) =>
          // A starved machine may answer 503, which asks for the same request again.
          vi.waitFor(async () => {
            const { status } = await begin('audio/wav');
            if (status === 503) throw new Error('503');
            return status;
          }, SOON),
        ),
    );
  const keys = await keysOf(5, { of });
  const [alone] = await keysOf(1, { of });
  const opened = (statuses: readonly number[]) => statuses.filter((status) => status === 201).length;
  expect(opened(await statusesOf([alone as string], 10))).toBe(8);
  const statuses = await statusesOf(keys, 8);
  expect([opened(statuses), statuses.filter((status) => status === 429).length]).toEqual([32, 8]);
});
