import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore } from '@tollgate/executions';
import { systemClock } from '@tollgate/kernel';
import { createDiskStore } from '@tollgate/storage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOrphans } from './orphans.ts';
import { removeExpired } from './retention.ts';
import { type Ground, openGround } from './testing/ground.ts';

let ground: Ground;
let directory: string;
let store: ReturnType<typeof createDiskStore>;

beforeEach(async () => {
  ground = await openGround();
  directory = await mkdtemp(join(tmpdir(), 'tollgate-keeper-test-'));
  store = createDiskStore({ directory, publicUrl: 'http://127.0.0.1', urlSecret: 'x'.repeat(32) });
  await store.prepare();
});
afterEach(async () => {
  await ground[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const put = (key: string) => store.put(key, Buffer.from('bytes'), { mimeType: 'image/png', sizeBytes: 5 });

/** Uploads and answers the key of the object. */
async function upload(): Promise<string> {
  let objectKey = '';
  const sha256 = randomBytes(32).toString('hex');
  await createFileStore(ground.database).saveUpload(
    { projectId: ground.projectId, sha256, mimeType: 'image/png', sizeBytes: 5 },
    (key) => {
      objectKey = key;
      return put(key);
    },
  );
  return objectKey;
}

const age = (key: string, hours: number) => {
  const at = Date.now() / 1000 - hours * 3600;
  return utimes(join(directory, 'objects', key), at, at);
};
const search = () =>
  removeOrphans({
    database: ground.database,
    artifacts: store,
    clock: systemClock,
    signal: new AbortController().signal,
  });

test('an expired file loses its object and keeps its row; a file in its period keeps both', async () => {
  const [old, young] = [await upload(), await upload()];
  await ground.sql(`UPDATE file SET expires_at = now() - interval '1 second' WHERE object_key = '${old}'`);
  expect(await removeExpired(ground.database, store)).toBe(1);
  expect(await removeExpired(ground.database, store)).toBe(0);
  expect(await store.stat(old)).toBeNull();
  expect(await store.stat(young)).not.toBeNull();
  expect(await ground.sql('SELECT object_key FROM file WHERE deleted_at IS NULL')).toEqual([{ object_key: young }]);
});

test('an object without a row is removed once it is old; a young one and one with a row are not', async () => {
  const kept = await upload();
  const place = `projects/${ground.projectId}/uploads`;
  await Promise.all([put(`${place}/old`), put(`${place}/young`)]);
  await Promise.all([age(kept, 24), age(`${place}/old`, 2), age(`${place}/young`, 0.5)]);
  expect(await search()).toBe(1);
  expect(await store.stat(`${place}/old`)).toBeNull();
  expect(await store.stat(`${place}/young`)).not.toBeNull();
  expect(await store.stat(kept)).not.toBeNull();
});

test('an object whose removal failed after its file expired is found again', async () => {
  const key = await upload();
  await ground.sql(`UPDATE file SET expires_at = now() - interval '1 second'`);
  const refusing = { remove: () => Promise.reject(new Error('the store is away')) };
  await expect(removeExpired(ground.database, refusing)).rejects.toThrow('the store is away');
  await age(key, 2);
  expect(await search()).toBe(1);
  expect(await store.stat(key)).toBeNull();
});
