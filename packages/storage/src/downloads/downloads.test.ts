import crypto, { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvariantError } from '@farebox/kernel';
import { createDiskStore, createDownloads } from '../index.ts';

const urlSecret = randomBytes(32).toString('hex');
const KEY = 'projects/p/uploads/a';
const PNG = { mimeType: 'image/png', sizeBytes: 3 };
const DOWNLOAD = { ttlSeconds: 60, fileName: 'a.png', mimeType: 'image/png' };
const publicUrl = 'https://api.example/v1/';

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'farebox-downloads-'))));
afterEach(async () => await rm(directory, { recursive: true }));

/** A store with one object, and a clock that the test sets. */
async function given() {
  const clock = {
    nowMs: Date.parse('2026-01-01T00:00:00.700Z'),
    now: () => new Date(clock.nowMs),
    monotonicMs: () => 0,
  };
  const store = createDiskStore({ directory });
  await store.prepare();
  await store.put(KEY, Buffer.from('abc'), PNG);
  return { clock, store, downloads: createDownloads({ store, publicUrl, urlSecret, clock }) };
}

const requestOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return { method: 'GET', path: pathname.replace('/v1', ''), query: search };
};

test('a download URL works until its last second and not after it', async () => {
  const { downloads, clock } = await given();
  const { url, expiresAt } = downloads.urlOf(KEY, DOWNLOAD);
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
  expect(downloads.expiredAt(requestOf(url))).toBeNull();
  clock.nowMs = expiresAt.getTime();
  expect(await downloads.open(requestOf(url))).toBeNull();
  expect(downloads.expiredAt(requestOf(url))).toEqual(expiresAt);
});

test('a clock set back by hours does not extend a download URL beyond its 300 seconds', async () => {
  const { downloads, clock } = await given();
  const { url } = downloads.urlOf(KEY, { ...DOWNLOAD, ttlSeconds: 300 });
  clock.nowMs -= 3_600_000;
  expect(await downloads.open(requestOf(url))).toBeNull();
});

test.for([
  ['a duplicate parameter', (url: string) => `${url}&type=image%2Fpng`],
  ['an additional parameter', (url: string) => `${url}&a=1`],
  ['a missing parameter', (url: string) => url.replace(/&name=[^&]*/, '')],
  ['no parameters', (url: string) => url.replace(/\?.*/, '')],
  ['the plain key', (url: string) => url.replace(/files\/[^?]*/, `files/${KEY}`)],
  [
    'another letter in its path',
    (url: string) =>
      url.replace(/(files\/.{20})(.)/, (_, start: string, letter: string) => start + (letter === 'a' ? 'b' : 'a')),
  ],
  ['a truncated path', (url: string) => url.replace(/.\?/, '?')],
  ['an almost empty path', (url: string) => url.replace(/files\/[^?]*/, 'files/AAAA')],
  ['a dot segment', (url: string) => url.replace('/files/', '/files/projects/../')],
  ['a leading zero in the time', (url: string) => url.replace('expires=', 'expires=0')],
  ['an empty signature', (url: string) => url.replace(/signature=[^&]*/, 'signature=')],
  ['a signature with other bytes', (url: string) => url.replace(/signature=[^&]*/, 'signature=%00%ff%F0%9F%98%80')],
] as const)('a download URL with %s returns nothing', async ([, change]) => {
  const { downloads } = await given();
  const { url } = downloads.urlOf(KEY, DOWNLOAD);
  const query = change(url).split('?')[1] ?? '';
  const path = change(url).split('?')[0]?.replace('https://api.example/v1', '') ?? '';
  expect(await downloads.open({ method: 'GET', path, query })).toBeNull();
});

test.for([
  ['a later time', (url: string) => url.replace(/expires=\d+/, 'expires=1767225601')],
  ['an earlier time', (url: string) => url.replace(/expires=\d+/, 'expires=1')],
  [
    'another signature',
    (url: string) => url.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A')),
  ],
] as const)('a download URL with %s does not tell that it has expired', async ([, change]) => {
  const { downloads, clock } = await given();
  const { url } = downloads.urlOf(KEY, DOWNLOAD);
  clock.nowMs += 3_600_000;
  expect(downloads.expiredAt(requestOf(url))).not.toBeNull();
  expect(downloads.expiredAt(requestOf(change(url)))).toBeNull();
});

test('a URL signed with another secret returns nothing, and a short secret is refused', async () => {
  const { store, downloads, clock } = await given();
  const foreign = { store, publicUrl, urlSecret: `${urlSecret}0`, clock };
  const { url } = createDownloads(foreign).urlOf(KEY, DOWNLOAD);
  expect(await downloads.open(requestOf(url))).toBeNull();
  expect(() => createDownloads({ ...foreign, urlSecret: 'x'.repeat(31) })).toThrow(InvariantError);
});

test('a URL of any listed secret is served, and new URLs are made by the first', async () => {
  const { store, clock } = await given();
  const [old, next] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const by = (urlSecrets: string) => createDownloads({ store, publicUrl, urlSecret: urlSecrets, clock });
  const urlBy = (secrets: string): string => by(secrets).urlOf(KEY, DOWNLOAD).url;
  const isServed = async (url: string, secrets: string) => (await by(secrets).open(requestOf(url))) !== null;
  const [during, after] = [urlBy(`${old},${next}`), urlBy(`${next},${old}`)];
  for (const url of [urlBy(old), during, after])
    for (const secrets of [`${old},${next}`, `${next},${old}`]) expect(await isServed(url, secrets)).toBe(true);
  expect([await isServed(during, next), await isServed(after, next)]).toEqual([false, true]);
  expect(() => by(`${next},short`)).toThrow(InvariantError);
});

test('a signature is compared in constant time', async () => {
  const { downloads } = await given();
  const { url } = downloads.urlOf(KEY, DOWNLOAD);
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
