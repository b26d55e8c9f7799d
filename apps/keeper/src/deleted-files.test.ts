/** Removal of deleted files' objects within a minute, whatever else has expired; failed removals are retried. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createFileStore, deleteFile, removeDeleted } from '@farebox/files';
import { startProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asked, contentOf, wholly } from '@farebox/exports/testing';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

/** Uploads and deletes a file; returns the key of its object. */
async function deleted(): Promise<string> {
  const { database, artifacts, projectId } = fixture;
  let objectKey = '';
  const { id: fileId } = await createFileStore(database).saveUpload(
    { projectId, sha256: randomBytes(32).toString('hex'), mimeType: 'image/png', sizeBytes: 5 },
    async (key) => {
      objectKey = key;
      await artifacts.put(key, Buffer.from('bytes'), { mimeType: 'image/png', sizeBytes: 5 });
    },
  );
  await database.transaction((transaction) =>
    deleteFile(transaction, { projectId, fileId, by: 'member', actor: 'oidc|ann' }),
  );
  return objectKey;
}

const isThere = async (key: string) => (await fixture.artifacts.stat(key)) !== null;

/** More expired files than one run of the retention removes, all older than the deleted ones. */
const BACKLOG = 12_000;
const backlog = () =>
  fixture.sql(`INSERT INTO file (id, project_id, origin, sha256, mime_type, size_bytes, object_key, created_at, expires_at)
    SELECT 'file_' || n, '${fixture.projectId}', 'upload', sha256(n::text::bytea), 'image/png', 5, 'projects/${fixture.projectId}/uploads/file_' || n,
           now() - interval '40 days', now() - interval '10 days' FROM generate_series(1, ${BACKLOG}) AS n RETURNING 1`);
const waiting = () => fixture.sql(`SELECT FROM file WHERE deleted_at IS NULL AND expires_at <= now()`);

test('a running keeper removes objects within a minute of the deletion, before any backlog of expired files', async () => {
  await backlog();
  const first = await deleted();
  await using keeper = startProcess({
    command: [process.execPath, resolve(import.meta.dirname, 'main.ts')],
    env: { DATABASE_URL: fixture.appUrl, FAREBOX_DATA_DIR: fixture.directory, FAREBOX_METRICS_PORT: '0' },
    stdout: 'keep',
  });
  const gone = async (key: string) => {
    await expect.poll(() => isThere(key), { interval: 100, timeout: 60_000 }).toBe(false);
  };
  await gone(first);
  // The keeper has just run, so this file waits for a whole interval.
  await gone(await deleted());
  expect(await waiting()).not.toEqual([]);
  await keeper.end('SIGTERM');
});

test('an unreachable store is retried, and one object that cannot be removed does not block the others', async () => {
  const keys = [await deleted(), await deleted(), await deleted()];
  const away = { remove: () => Promise.reject(new Error('the store is away')) };
  await expect(removeDeleted(fixture.database, away)).rejects.toThrow('cannot be removed');
  expect(await Promise.all(keys.map(isThere))).toEqual([true, true, true]);
  const resisting = {
    remove: async (some: readonly string[]) => {
      if (some.includes(keys[0]!)) throw new Error('this one resists');
      await fixture.artifacts.remove(some);
    },
  };
  await expect(removeDeleted(fixture.database, resisting)).rejects.toThrow('cannot be removed');
  expect(await Promise.all(keys.map(isThere))).toEqual([true, false, false]);
  expect(await removeDeleted(fixture.database, fixture.artifacts)).toBe(1);
  expect(await Promise.all(keys.map(isThere))).toEqual([false, false, false]);
  expect(await removeDeleted(fixture.database, fixture.artifacts)).toBe(0);
});

test('objects that cannot be removed move behind the others, so that they never block later deletions', async () => {
  const stuck = new Set<string>();
  for (let n = 0; n < 6; n++) stuck.add(await deleted());
  const resisting = {
    remove: async (some: readonly string[]) => {
      if (some.some((key) => stuck.has(key))) throw new Error('it resists');
      await fixture.artifacts.remove(some);
    },
  };
  await expect(removeDeleted(fixture.database, resisting)).rejects.toThrow('cannot be removed');
  const later = await deleted();
  await expect(removeDeleted(fixture.database, resisting)).rejects.toThrow('cannot be removed');
  await expect(removeDeleted(fixture.database, resisting)).rejects.toThrow('cannot be removed');
  expect(await isThere(later)).toBe(false);
});

test('an export shows when a deleted file was deleted and by whom', async () => {
  await deleted();
  const id = await asked(fixture);
  await wholly(fixture, id);
  expect((await contentOf(fixture, id))['files']).toMatchObject([
    { contentDeletedAt: expect.any(String) as string, contentDeletedBy: 'member', contentDeletedActor: 'oidc|ann' },
  ]);
});
