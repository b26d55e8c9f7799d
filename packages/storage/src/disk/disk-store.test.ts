import crypto, { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, InvariantError } from '@tollgate/kernel';
import { createDiskDownloads, createDiskStore, StorageUnavailableError } from '../index.ts';

const urlSecret = randomBytes(32).toString('hex');
const KEY = 'projects/p/uploads/a';
const PNG = { mimeType: 'image/png', sizeBytes: 3 };
const DOWNLOAD = { ttlSeconds: 60, fileName: 'a.png', mimeType: 'image/png' };

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'tollgate-store-'))));
afterEach(async () => await rm(directory, { recursive: true }));

function given(): { clock: Clock & { nowMs: number } } & ReturnType<typeof stores> {
  const clock = {
    nowMs: Date.parse('2026-01-01T00:00:00.700Z'),
    now: () => new Date(clock.nowMs),
    monotonicMs: () => 0,
  };
  return { clock, ...stores(clock) };
}

function stores(clock: Clock) {
  const publicUrl = 'https://api.example/v1/';
  const store = createDiskStore({
    directory,
    publicUrl,
    urlSecret,
    clock,
    callTimeoutMs: 2000,
    transferTimeoutMs: 200,
  });
  return { store, downloads: createDiskDownloads({ store, urlSecret, clock }) };
}

const requestOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return { method: 'GET', path: pathname.replace('/v1', ''), query: search };
};

test('a download URL works to its last second and not after it', async () => {
  const { store, downloads, clock } = given();
  await store.prepare();
  await store.put(KEY, Buffer.from('abc'), PNG);
  const { url, expiresAt } = await store.downloadUrl(KEY, DOWNLOAD);
  expect(url).toMatch(/^https:\/\/api\.example\/v1\/files\/[\w-]+\?/);
  expect(expiresAt.toISOString()).toBe('2026-01-01T00:01:00.000Z');
  clock.nowMs = expiresAt.getTime() - 1;
  const found = await downloads.open(requestOf(url));
  expect(await buffer((await found?.read?.()) ?? Readable.from([]))).toEqual(Buffer.from('abc'));
  expect(found?.headers).toEqual({
    'Accept-Ranges': 'bytes',
    'Content-Type': 'image/png',
    'Content-Length': '3',
    'Content-Disposition': 'attachment; filename="a.png"',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  clock.nowMs = expiresAt.getTime();
  expect(await downloads.open(requestOf(url))).toBeNull();
});

test('a clock set back by hours does not revive a download URL beyond its 300 seconds', async () => {
  const { store, downloads, clock } = given();
  await store.prepare();
  await store.put(KEY, Buffer.from('abc'), PNG);
  const { url } = await store.downloadUrl(KEY, { ...DOWNLOAD, ttlSeconds: 300 });
  clock.nowMs -= 3_600_000;
  expect(await downloads.open(requestOf(url))).toBeNull();
});

test.for([
  ['a parameter twice', (url: string) => `${url}&type=image%2Fpng`],
  ['a parameter more', (url: string) => `${url}&a=1`],
  ['a parameter less', (url: string) => url.replace(/&name=[^&]*/, '')],
  ['no parameters', (url: string) => url.replace(/\?.*/, '')],
  ['the key itself', (url: string) => url.replace(/files\/[^?]*/, `files/${KEY}`)],
  [
    'another letter in its path',
    (url: string) =>
      url.replace(/(files\/.{20})(.)/, (_, start: string, letter: string) => start + (letter === 'a' ? 'b' : 'a')),
  ],
  ['a cut path', (url: string) => url.replace(/.\?/, '?')],
  ['a path of next to nothing', (url: string) => url.replace(/files\/[^?]*/, 'files/AAAA')],
  ['a dot segment', (url: string) => url.replace('/files/', '/files/projects/../')],
  ['a zero before the time', (url: string) => url.replace('expires=', 'expires=0')],
  ['an empty signature', (url: string) => url.replace(/signature=[^&]*/, 'signature=')],
  ['a signature of other bytes', (url: string) => url.replace(/signature=[^&]*/, 'signature=%00%ff%F0%9F%98%80')],
] as const)('a download URL with %s gives nothing', async ([, change]) => {
  const { store, downloads } = given();
  await store.prepare();
  await store.put(KEY, Buffer.from('abc'), PNG);
  const { url } = await store.downloadUrl(KEY, DOWNLOAD);
  const query = change(url).split('?')[1] ?? '';
  const path = change(url).split('?')[0]?.replace('https://api.example/v1', '') ?? '';
  expect(await downloads.open({ method: 'GET', path, query })).toBeNull();
});

test('a URL signed with another secret gives nothing, and a short secret is refused', async () => {
  const { store, downloads, clock } = given();
  await store.prepare();
  await store.put(KEY, Buffer.from('abc'), PNG);
  const foreign = { directory, publicUrl: 'https://api.example/v1', urlSecret: `${urlSecret}0`, clock };
  const { url } = await createDiskStore(foreign).downloadUrl(KEY, DOWNLOAD);
  expect(await downloads.open(requestOf(url))).toBeNull();
  expect(() => createDiskStore({ ...foreign, urlSecret: 'x'.repeat(31) })).toThrow(InvariantError);
});

test('a body that never comes ends the put, is destroyed and leaves no file', async () => {
  const { store } = given();
  await store.prepare();
  const body = new Readable({ read() {} });
  await expect(store.put(KEY, body, PNG)).rejects.toThrow(StorageUnavailableError);
  expect(body.destroyed).toBe(true);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});

test('a failed put leaves no file, and removing the last object leaves no empty folder', async () => {
  const { store } = given();
  await store.prepare();
  await expect(store.put(KEY, Readable.from([Buffer.alloc(4)]), PNG)).rejects.toThrow(InvariantError);
  expect(await readdir(directory, { recursive: true })).toEqual(['incoming', 'objects']);
  await store.put(KEY, Buffer.from('abc'), PNG);
  await store.remove([KEY]);
  expect((await readdir(directory, { recursive: true })).sort()).toEqual(['incoming', 'objects']);
});

test('objects put while their folder is being pruned are kept', async () => {
  const { store } = given();
  await store.prepare();
  const puts = Array.from({ length: 40 }, (_, n) => store.put(`a/b/kept-${n}`, Buffer.from('abc'), PNG));
  const removals = Array.from({ length: 40 }, (_, n) => store.remove([`a/b/gone-${n}`]));
  await Promise.all([...puts, ...removals]);
  for (let n = 0; n < 40; n++) expect(await store.stat(`a/b/kept-${n}`)).toEqual({ sizeBytes: 3 });
});

test('prepare clears what a killed writer left an hour ago and nothing newer', async () => {
  const { store, clock } = given();
  await store.prepare();
  const [old, fresh] = ['old', 'fresh'].map((name) => join(directory, 'incoming', name)) as [string, string];
  for (const path of [old, fresh]) await writeFile(path, 'abc');
  await utimes(old, new Date(clock.nowMs - 3_700_000), new Date(clock.nowMs - 3_700_000));
  await store.prepare();
  expect(await readdir(join(directory, 'incoming'))).toEqual(['fresh']);
});

test('a folder that is missing or no folder makes every call end with StorageUnavailableError or find nothing', async () => {
  const { store } = given();
  await expect(store.ready()).rejects.toThrow(StorageUnavailableError);
  await expect(store.put(KEY, Buffer.from('abc'), PNG)).rejects.toThrow(StorageUnavailableError);
  expect(await store.stat(KEY)).toBeNull();
  await writeFile(join(directory, 'objects'), 'a file');
  await expect(store.prepare()).rejects.toThrow(StorageUnavailableError);
});

test('a folder in place of an object is no object', async () => {
  const { store } = given();
  await store.prepare();
  await mkdir(join(directory, 'objects', ...KEY.split('/')), { recursive: true });
  expect(await store.stat(KEY)).toBeNull();
  await expect(store.put(KEY, Buffer.from('abc'), PNG)).rejects.toThrow(StorageUnavailableError);
});

test('a signature is compared in constant time, whatever else is right', async () => {
  const { store, downloads } = given();
  await store.prepare();
  await store.put(KEY, Buffer.from('abc'), PNG);
  const { url } = await store.downloadUrl(KEY, DOWNLOAD);
  const compared: number[] = [];
  const { timingSafeEqual } = crypto;
  crypto.timingSafeEqual = (a, b) => {
    compared.push(a.byteLength, b.byteLength);
    return timingSafeEqual(a, b);
  };
  syncBuiltinESMExports();
  try {
    expect(await downloads.open(requestOf(url))).not.toBeNull();
    expect(compared).toEqual([43, 43]); // SHA-256 in base64url, whole
  } finally {
    crypto.timingSafeEqual = timingSafeEqual;
    syncBuiltinESMExports();
  }
});
