/** The behaviour that every ArtifactStore must have, whatever its backend. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { InvariantError, newId } from '@farebox/kernel';
import { unheardErrors } from '@farebox/testing';
import { type ArtifactStore, ObjectMissingError } from './index.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const newKey = (): string => `projects/${newId('project')}/uploads/${sha256(randomBytes(8))}`;
const png = (bytes: Buffer) => ({ mimeType: 'image/png', sizeBytes: bytes.length });

/** Registers the tests; `store` returns the prepared store once they run. */
export function artifactStoreSuite(store: () => ArtifactStore): void {
  async function given(bytes = randomBytes(100)): Promise<{ key: string; bytes: Buffer }> {
    const key = newKey();
    await store().put(key, bytes, png(bytes));
    return { key, bytes };
  }

  test('is ready once prepared', async () => await expect(store().ready()).resolves.toBeUndefined());

  test.for([0, 1, 300_000, 9_000_000])('returns the same %i bytes, put as a buffer or as a stream', async (size) => {
    const bytes = randomBytes(size);
    const [asBuffer, asStream] = [newKey(), newKey()];
    await store().put(asBuffer, bytes, png(bytes));
    await store().put(asStream, Readable.from(slices(bytes), { objectMode: false }), png(bytes));
    for (const key of [asBuffer, asStream]) {
      expect((await buffer(await store().read(key))).equals(bytes)).toBe(true);
      expect(await store().stat(key)).toEqual({ sizeBytes: size });
    }
  });

  test('a slow read returns any range, across the borders of its parts', async () => {
    const { key, bytes } = await given(randomBytes(600_000));
    const borders = [0, 1, 65_535, 65_536, 262_143, 262_144, 262_145, 524_287, 524_288, 599_999];
    for (const first of borders)
      for (const last of borders.filter((each) => each >= first)) {
        const read = await buffer(await store().readSlowly(key, { first, last }));
        expect(read.equals(bytes.subarray(first, last + 1)), `${first} to ${last}`).toBe(true);
      }
    expect(await buffer(await store().readSlowly(key, { first: 0, last: -1 }))).toEqual(Buffer.alloc(0));
    await expect(store().readSlowly(newKey(), { first: 0, last: 9 })).rejects.toThrow(ObjectMissingError);
  });

  test('a missing object is null for stat, ObjectMissingError for read and no error for remove', async () => {
    expect(await store().stat(newKey())).toBeNull();
    await expect(store().read(newKey())).rejects.toThrow(ObjectMissingError);
    await store().remove([newKey(), newKey()]);
    await store().remove([]);
  });

  test('remove deletes an object and not its neighbour', async () => {
    const [gone, kept] = [await given(), await given()];
    await store().remove([gone.key, newKey()]);
    expect(await store().stat(gone.key)).toBeNull();
    expect(await store().stat(kept.key)).not.toBeNull();
  });

  test('an overwriting put replaces the whole object', async () => {
    const { key } = await given(randomBytes(5000));
    const shorter = randomBytes(10);
    await store().put(key, shorter, png(shorter));
    expect((await buffer(await store().read(key))).equals(shorter)).toBe(true);
  });

  test('a put of a new object stores once: later ones change nothing and say so', async () => {
    const [key, first, other] = [newKey(), randomBytes(70_000), randomBytes(10)];
    expect(await store().putNew(key, Readable.from(slices(first), { objectMode: false }), png(first))).toBe(true);
    for (const body of [other, Readable.from([other], { objectMode: false })])
      expect(await store().putNew(key, body, png(other))).toBe(false);
    expect((await buffer(await store().read(key))).equals(first)).toBe(true);
  });

  test('of several puts of a new object at once, exactly one stores its bytes', async () => {
    const key = newKey();
    const bodies = [1, 2, 3, 4].map((n) => Buffer.alloc(200_000 + n, n));
    const stored = await Promise.all(bodies.map((body) => store().putNew(key, body, png(body))));
    expect(stored.filter(Boolean).length).toBe(1);
    const kept = bodies[stored.indexOf(true)] as Buffer;
    expect((await buffer(await store().read(key))).equals(kept)).toBe(true);
  });

  test('a reader during overwrites sees one complete version', async () => {
    const versions = [Buffer.alloc(400_000, 1), Buffer.alloc(300_000, 2)] as const;
    const key = newKey();
    await store().put(key, versions[0], png(versions[0]));
    const writes = (async () => {
      for (let n = 0; n < 10; n++) await store().put(key, versions[n % 2] as Buffer, png(versions[n % 2] as Buffer));
    })();
    for (let n = 0; n < 10; n++) {
      const seen = await buffer(await store().read(key));
      expect(versions.some((version) => version.equals(seen))).toBe(true);
    }
    await writes;
  });

  test.for([99, 101])('a body of %i bytes declared as 100 is refused and stores nothing', async (size) => {
    for (const body of [randomBytes(size), Readable.from([randomBytes(size)], { objectMode: false })]) {
      const key = newKey();
      const put = store().put(key, body, { mimeType: 'image/png', sizeBytes: 100 });
      await expect(put).rejects.toThrow(InvariantError);
      expect(await store().stat(key)).toBeNull();
    }
  });

  test('a body that breaks rejects with its own error, stores nothing and keeps the old object', async () => {
    const { key, bytes } = await given();
    const broken = Readable.from(breaksAfter(randomBytes(70_000)), { objectMode: false });
    await expect(store().put(key, broken, png(randomBytes(140_000)))).rejects.toThrow('the source broke');
    expect(broken.destroyed).toBe(true);
    expect((await buffer(await store().read(key))).equals(bytes)).toBe(true);
  });

  test('a body that breaks before it is read rejects with its own error, and no error is unhandled', async () => {
    using unheard = unheardErrors();
    const body = new Readable({ read() {} });
    const put = store().put(newKey(), body, png(randomBytes(7)));
    body.destroy(new Error('gone'));
    await expect(put).rejects.toThrow('gone');
    const missing = createReadStream('/nowhere/at/all');
    await expect(store().put(newKey(), missing, png(randomBytes(7)))).rejects.toThrow('ENOENT');
    expect(unheard.errors).toEqual([]);
  });

  test('an abandoned read frees the store for the next one', async () => {
    const { key, bytes } = await given(randomBytes(3_000_000));
    for (let n = 0; n < 100; n++) (await store().read(key)).destroy();
    expect((await buffer(await store().read(key))).equals(bytes)).toBe(true);
  });

  test('list returns every key below the prefix with its size and time, and no other', async () => {
    const projectId = newId('project');
    const executionId = newId('execution');
    const digest = sha256(randomBytes(4));
    const keys = [0, 1, 2].map((n) => `projects/${projectId}/executions/${executionId}/${n}-${n}-${digest}`);
    for (const key of [...keys, `projects/${projectId}/uploads/${digest}`, newKey()]) {
      await store().put(key, randomBytes(7), { mimeType: 'image/png', sizeBytes: 7 });
    }
    const listed = await all(store().list(`projects/${projectId}/executions/`));
    expect(listed.map(({ key }) => key).sort()).toEqual(keys);
    for (const { sizeBytes, modifiedAt } of listed) {
      expect(sizeBytes).toBe(7);
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(600_000);
    }
    expect(await all(store().list(`projects/${newId('project')}/`))).toEqual([]);
  });

  test('list continues after any key, even a removed one, in byte order', async () => {
    const prefix = `projects/${newId('project')}/`;
    const names = ['a', 'a-b', 'a.b', 'a/b', 'a/b-c', 'a/bc/d', 'a0', 'b/a', 'b/a/c'].filter(
      (name) => name !== 'a' && name !== 'b/a',
    );
    const keys = names.map((name) => prefix + name).sort();
    for (const key of keys) await store().put(key, Buffer.from('x'), { mimeType: 'image/png', sizeBytes: 1 });
    const after = async (key: string) => (await all(store().list(prefix, key))).map((entry) => entry.key);
    expect(await after('')).toEqual(keys);
    for (const key of [
      ...keys,
      `${prefix}a`,
      `${prefix}a/`,
      `${prefix}a/b0`,
      `${prefix}b`,
      `${prefix}zz`,
      `${prefix}0`,
    ])
      expect(await after(key)).toEqual(keys.filter((each) => each > key));
  });

  test.for([
    '',
    '/',
    'a//b',
    '../a',
    'a/..',
    'a/../b',
    '.a',
    'a/.b',
    'A',
    'a b',
    'a\\b',
    'a%2fb',
    'a\0b',
    'a/',
    '/a',
    'ü',
  ])('the key %j is refused by every call', async (key) => {
    await expect(store().put(key, Buffer.alloc(0), png(Buffer.alloc(0)))).rejects.toThrow(InvariantError);
    await expect(store().read(key)).rejects.toThrow(InvariantError);
    await expect(store().stat(key)).rejects.toThrow(InvariantError);
    await expect(store().remove([key])).rejects.toThrow(InvariantError);
    await expect(store().readSlowly(key, { first: 0, last: 0 })).rejects.toThrow(InvariantError);
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

function* breaksAfter(bytes: Buffer): Generator<Buffer> {
  yield bytes;
  throw new Error('the source broke');
}
