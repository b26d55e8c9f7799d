import type { File } from '@farebox/contract';
import { removeDeleted } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let gateway: TestOperatorGateway;
let project: TestProject;
let key: string;
let admin: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  project = await gateway.newProject();
  ({ token: key } = await project.newKey());
  admin = await gateway.memberSession(project.id, 'ADMIN');
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

/** A second of silence at 8 kHz; the last sample makes it unique. */
function sound(last: number): string {
  const header = Buffer.from('524946460000000057415645666d74201000000001000100401f0000803e00000200100064617461', 'hex');
  const file = Buffer.concat([header, Buffer.alloc(4), Buffer.alloc(16_000)]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(16_000, 40);
  file.writeInt16LE(last, file.length - 2);
  return file.toString('base64');
}

const upload = async (last: number) =>
  (await gateway.call<File>('POST /tools/upload', { key, json: { mimeType: 'audio/wav', data: sound(last) } })).data;
const remove = (id: string, session = admin) =>
  gateway.operate<{ deletedAt: string; by: string; actor: string }>(`POST /projects/${project.id}/files/${id}/delete`, {
    session,
    body: { reason: 'the customer asked for it' },
  });
const show = (id: string, session = admin) =>
  gateway.operate<{
    file: File;
    origin: string;
    executionId: string | null;
    contentDeletedActor: string | null;
    isRemovalPending: boolean;
  }>(`GET /projects/${project.id}/files/${id}`, { session });
const quote = (fileId: string) =>
  gateway.call('POST /tools/quote', {
    key,
    json: { tool: 'audio-convert', arguments: { source: { fileId }, model: 'mp3' } },
  });
const objectOf = async (id: string) =>
  (await gateway.database.prisma.file.findFirstOrThrow({ where: { id, projectId: project.id } })).objectKey;

test('a deleted file cannot be used any more, the keeper removes its object, and its row stays', async () => {
  const file = await upload(1);
  expect((await quote(file.id)).status).toBe(200);
  expect((await remove(file.id)).status).toBe(200);
  expect((await quote(file.id)).error.message).toBe('file_not_usable');
  const object = await objectOf(file.id);
  expect(await gateway.artifacts.stat(object)).not.toBeNull();
  expect((await show(file.id)).data.isRemovalPending).toBe(true);
  await removeDeleted(gateway.database, gateway.artifacts);
  expect(await gateway.artifacts.stat(object)).toBeNull();
  expect((await show(file.id)).data.isRemovalPending).toBe(false);
});

test('the audit log records who deleted which file, when and why', async () => {
  const file = await upload(2);
  const { data } = await remove(file.id);
  const log = await gateway.operate<{ entries: readonly object[] }>(`GET /projects/${project.id}/audit?limit=1`, {
    session: admin,
  });
  expect(log.data.entries[0]).toMatchObject({
    act: 'file.delete',
    target: file.id,
    reason: 'the customer asked for it',
    before: { mimeType: 'audio/wav', sizeBytes: file.sizeBytes, origin: 'upload', expiresAt: file.expiresAt },
    after: { contentDeleted: { at: data.deletedAt, by: 'member', actor: data.actor } },
  });
  expect(Date.parse(data.deletedAt)).toBeGreaterThanOrEqual(Date.parse(file.createdAt));
});

test('a tombstone shows when a file was deleted and by whom: a member of the project, or an operator', async () => {
  const [mine, theirs] = [await upload(5), await upload(6)];
  expect((await show(mine.id)).data).toEqual({
    file: mine,
    origin: 'upload',
    executionId: null,
    contentDeletedActor: null,
    isRemovalPending: false,
  });
  const { deletedAt: at, actor } = (await remove(mine.id)).data;
  expect((await remove(theirs.id, await gateway.session({ isOperator: true }))).data.by).toBe('operator');
  const viewer = await gateway.memberSession(project.id, 'VIEWER');
  const { data } = await show(mine.id, viewer);
  expect(data).toMatchObject({
    file: { expiresAt: at, contentDeleted: { at, by: 'member' } },
    contentDeletedActor: actor,
  });
  expect((await show(theirs.id)).data.file.contentDeleted?.by).toBe('operator');
  expect((await show(newId('file'))).error.message).toBe('not_found');
});

test('an expired file that still waits for removal can be deleted as well', async () => {
  const file = await upload(7);
  await gateway.database.prisma
    .$executeRaw`UPDATE file SET expires_at = now() - interval '1 day' WHERE id = ${file.id}`;
  expect((await remove(file.id)).status).toBe(200);
  await removeDeleted(gateway.database, gateway.artifacts);
  expect(await gateway.artifacts.stat(await objectOf(file.id))).toBeNull();
});

test('a file is deleted once; uploading the same bytes again revives the same file', async () => {
  const file = await upload(3);
  expect((await remove(file.id)).status).toBe(200);
  expect((await remove(file.id)).error.message).toBe('not_found');
  const gone = await objectOf(file.id);
  const again = await upload(3);
  expect(again.id).toBe(file.id);
  expect(again).not.toHaveProperty('contentDeleted');
  expect((await show(file.id)).data).toEqual({
    file: again,
    origin: 'upload',
    executionId: null,
    contentDeletedActor: null,
    isRemovalPending: false,
  });
  await removeDeleted(gateway.database, gateway.artifacts);
  expect(await gateway.artifacts.stat(gone)).toBeNull();
  expect(await gateway.artifacts.stat(await objectOf(file.id))).not.toBeNull();
  expect(Date.parse(again.expiresAt)).toBeGreaterThanOrEqual(Date.parse(file.expiresAt));
  expect((await quote(again.id)).status).toBe(200);
});

test('a file of another project, a sample and a missing file get the same response and stay unchanged', async () => {
  const other = await gateway.newProject();
  const theirs = await gateway.memberSession(other.id, 'ADMIN');
  const file = await upload(4);
  const path = (id: string) => `POST /projects/${other.id}/files/${id}/delete`;
  const replies = [file.id, newId('file'), 'file_sample_speech'].map((id) =>
    gateway.operate(path(id), { session: theirs, body: {} }),
  );
  expect(new Set((await Promise.all(replies)).map(({ text }) => text)).size).toBe(1);
  expect((await quote(file.id)).status).toBe(200);
});
