import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore, removeExpired, removeOrphans, type OrphanSearch } from '@farebox/files';
import { systemClock } from '@farebox/kernel';
import { createDiskStore } from '@farebox/storage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

let fixture: ProjectFixture;
let directory: string;
let store: ReturnType<typeof createDiskStore>;

beforeEach(async () => {
  fixture = await openProjectFixture();
  directory = await mkdtemp(join(tmpdir(), 'farebox-keeper-test-'));
  store = createDiskStore({ directory });
  await store.prepare();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const put = (key: string) => store.put(key, Buffer.from('bytes'), { mimeType: 'image/png', sizeBytes: 5 });

/** Uploads a file and returns its object key. `meanwhile` runs after the object is stored and before its row is written. */
async function upload(options: { sha256?: string; meanwhile?: (key: string) => Promise<unknown> } = {}) {
  const { sha256 = randomBytes(32).toString('hex'), meanwhile } = options;
  let objectKey = '';
  await createFileStore(fixture.database).saveUpload(
    { projectId: fixture.projectId, sha256, mimeType: 'image/png', sizeBytes: 5 },
    async (key) => {
      objectKey = key;
      await put(key);
      await meanwhile?.(key);
    },
  );
  return objectKey;
}

const age = (key: string, hours: number) => {
  const at = Date.now() / 1000 - hours * 3600;
  return utimes(join(directory, 'objects', key), at, at);
};
const search = (changes: Partial<OrphanSearch> = {}) =>
  removeOrphans({
    database: fixture.database,
    artifacts: store,
    clock: systemClock,
    signal: new AbortController().signal,
    everySeconds: 0,
    ...changes,
  });

test('a result that could not be delivered stays for the operator, and is removed after 30 days', async () => {
  const prefix = `projects/${fixture.projectId}/executions/exe_gone`;
  const [received, response] = [`${prefix}/0-received`, `${prefix}/0-result`];
  await Promise.all([put(received), put(response)]);
  await Promise.all([age(received, 29 * 24), age(response, 2)]);
  expect(await search()).toBe(1);
  expect([await store.stat(received), await store.stat(response)]).toEqual([{ sizeBytes: 5 }, null]);
  await age(received, 31 * 24);
  expect([await search(), await store.stat(received)]).toEqual([1, null]);
});

test('an expired file loses its object and keeps its row; a file that has not expired keeps both', async () => {
  const [old, young] = [await upload(), await upload()];
  await fixture.sql(`UPDATE file SET expires_at = now() - interval '1 second' WHERE object_key = '${old}'`);
  expect(await removeExpired(fixture.database, store)).toBe(1);
  expect(await removeExpired(fixture.database, store)).toBe(0);
  expect(await store.stat(old)).toBeNull();
  expect(await store.stat(young)).not.toBeNull();
  expect(await fixture.sql('SELECT object_key FROM file WHERE deleted_at IS NULL')).toEqual([{ object_key: young }]);
});

test('an old object without a row is removed; a young one and one with a row are not', async () => {
  const kept = await upload();
  const prefix = `projects/${fixture.projectId}/uploads`;
  await Promise.all([put(`${prefix}/old`), put(`${prefix}/young`)]);
  await Promise.all([age(kept, 24), age(`${prefix}/old`, 2), age(`${prefix}/young`, 0.5)]);
  expect(await search()).toBe(1);
  expect(await store.stat(`${prefix}/old`)).toBeNull();
  expect(await store.stat(`${prefix}/young`)).not.toBeNull();
  expect(await store.stat(kept)).not.toBeNull();
});

test('an object of an expired file is found again if its removal failed', async () => {
  const key = await upload();
  await fixture.sql(`UPDATE file SET expires_at = now() - interval '1 second'`);
  const refusing = { remove: () => Promise.reject(new Error('the store is away')) };
  await expect(removeExpired(fixture.database, refusing)).rejects.toThrow('the store is away');
  await age(key, 2);
  expect(await search()).toBe(1);
  expect(await store.stat(key)).toBeNull();
});

test('an upload whose object was removed before its row was written is refused: there is no row without an object', async () => {
  const stuck = upload({
    async meanwhile(key) {
      await age(key, 2);
      expect(await search()).toBe(1);
    },
  });
  await expect(stuck).rejects.toThrow('taken for removal');
  expect(await fixture.sql('SELECT 1 FROM file')).toEqual([]);
});

test('an object whose row appears between the lookup and the removal stays', async () => {
  const key = await upload();
  await age(key, 2);
  await fixture.sql(`UPDATE file SET deleted_at = now() RETURNING 1`);
  const { database } = fixture;
  // After the lookup of the listed objects, and before the removal is decided, the row exists again.
  const late: typeof database = {
    ...database,
    async rows<Row>(query: Parameters<typeof database.rows>[0]) {
      if (query.text.includes('object_take_orphans'))
        await fixture.sql(`UPDATE file SET deleted_at = NULL RETURNING 1`);
      return await database.rows<Row>(query);
    },
  };
  expect(await search({ database: late })).toBe(0);
  expect(await store.stat(key)).not.toBeNull();
});

test('the same bytes uploaded after expiry become a new object, independent of the old one', async () => {
  const sha256 = 'cd'.repeat(32);
  const first = await upload({ sha256 });
  await fixture.sql(`UPDATE file SET expires_at = now() - interval '1 second' RETURNING 1`);
  const second = await upload({ sha256, meanwhile: () => removeExpired(fixture.database, store) });
  expect(await store.stat(first)).toBeNull();
  await fixture.sql(`UPDATE file SET expires_at = now() - interval '1 second' RETURNING 1`);
  const third = await upload({ sha256 });
  await Promise.all([age(second, 2), age(third, 2)]);
  expect(await search()).toBe(1); // the second object: its row now refers to the third
  expect(await store.stat(second)).toBeNull();
  expect(await store.stat(third)).not.toBeNull();
});

test('an artifact is not removed before its execution ends, because a repeated step may write the same object', async () => {
  const id = await fixture.accept();
  const key = `projects/${fixture.projectId}/executions/${id}/0-0-${'ab'.repeat(32)}`;
  const gone = `projects/${fixture.projectId}/executions/exe_none/0-0-${'ab'.repeat(32)}`;
  await Promise.all([put(key), put(gone)]);
  await Promise.all([age(key, 100), age(gone, 100)]);
  expect(await search()).toBe(1);
  expect(await store.stat(gone)).toBeNull();
  expect(await store.stat(key)).not.toBeNull();
  await fixture.sql(`SELECT execution_cancel(project_id, id, key_lineage, false) FROM execution`);
  expect(await search()).toBe(1);
  expect(await store.stat(key)).toBeNull();
});

test('a search reads a bounded part of the bucket, and the next search of any keeper continues there', async () => {
  const keys = Array.from(
    { length: 30 },
    (_, n) => `projects/${fixture.projectId}/uploads/file_${String(n).padStart(3, '0')}`,
  );
  await Promise.all(keys.map((key) => put(key).then(() => age(key, 2))));
  const listed: string[] = [];
  const counting = {
    remove: () => Promise.resolve(), // keeps the number of objects independent of the search's position
    async *list(prefix: string, after?: string) {
      for await (const entry of store.list(prefix, after)) {
        listed.push(entry.key);
        yield entry;
      }
    },
  };
  for (let part = 0; part < 3; part++) expect(await search({ artifacts: counting, keysMax: 10 })).toBe(10);
  expect(listed).toEqual(keys);
  expect(await search({ artifacts: counting, keysMax: 10 })).toBe(0); // the end of the bucket
  expect(await search({ artifacts: counting, keysMax: 10, everySeconds: 3600 })).toBe(10);
  expect(listed.slice(30)).toEqual(keys.slice(0, 10));
  expect(await search({ artifacts: counting })).toBe(0); // another keeper has just searched
});
