import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvariantError } from '@farebox/kernel';
import { createDiskStore, StorageUnavailableError } from '../index.ts';

const KEY = 'projects/p/uploads/a';
const PNG = { mimeType: 'image/png', sizeBytes: 3 };

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'farebox-store-'))));
afterEach(async () => await rm(directory, { recursive: true }));

/** @param transferTimeoutMs of a test that wants to see it pass. */
function given(transferTimeoutMs = 30_000) {
  const clock = {
    nowMs: Date.parse('2026-01-01T00:00:00.700Z'),
    now: () => new Date(clock.nowMs),
    monotonicMs: () => 0,
  };
  return { clock, store: createDiskStore({ directory, clock, callTimeoutMs: 30_000, transferTimeoutMs }) };
}

test('a body that never arrives ends the put, is destroyed and leaves no file', async () => {
  const { store } = given(200);
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

test('an object put while its folder is being pruned is kept', async () => {
  const { store } = given();
  await store.prepare();
  const puts = Array.from({ length: 40 }, (_, n) => store.put(`a/b/kept-${n}`, Buffer.from('abc'), PNG));
  const removals = Array.from({ length: 40 }, (_, n) => store.remove([`a/b/gone-${n}`]));
  await Promise.all([...puts, ...removals]);
  for (let n = 0; n < 40; n++) expect(await store.stat(`a/b/kept-${n}`)).toEqual({ sizeBytes: 3 });
});

test('prepare removes files that a killed writer left an hour ago, and nothing newer', async () => {
  const { store, clock } = given();
  await store.prepare();
  const [old, fresh] = ['old', 'fresh'].map((name) => join(directory, 'incoming', name)) as [string, string];
  for (const path of [old, fresh]) await writeFile(path, 'abc');
  await utimes(old, new Date(clock.nowMs - 3_700_000), new Date(clock.nowMs - 3_700_000));
  await store.prepare();
  expect(await readdir(join(directory, 'incoming'))).toEqual(['fresh']);
});

test('if the folder is missing or is a file, every call fails with StorageUnavailableError or finds nothing', async () => {
  const { store } = given();
  await expect(store.ready()).rejects.toThrow(StorageUnavailableError);
  await expect(store.put(KEY, Buffer.from('abc'), PNG)).rejects.toThrow(StorageUnavailableError);
  expect(await store.stat(KEY)).toBeNull();
  await writeFile(join(directory, 'objects'), 'a file');
  await expect(store.prepare()).rejects.toThrow(StorageUnavailableError);
});

test('a folder at the path of an object is not an object', async () => {
  const { store } = given();
  await store.prepare();
  await mkdir(join(directory, 'objects', ...KEY.split('/')), { recursive: true });
  expect(await store.stat(KEY)).toBeNull();
  await expect(store.put(KEY, Buffer.from('abc'), PNG)).rejects.toThrow(StorageUnavailableError);
});

test('read uses large chunks, and readSlowly uses small chunks, of which only a few are buffered', async () => {
  const { store } = given();
  await store.prepare();
  const sizeBytes = 5 * 1024 * 1024;
  await store.put(KEY, Buffer.alloc(sizeBytes, 1), { mimeType: 'image/png', sizeBytes });
  const piecesOf = async (body: Promise<Readable>) => (await (await body).toArray()) as readonly Buffer[];
  const [atOnce, slowly] = [
    await piecesOf(store.read(KEY)),
    await piecesOf(store.readSlowly(KEY, { first: 0, last: sizeBytes - 1 })),
  ];
  for (const pieces of [atOnce, slowly]) expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(sizeBytes);
  expect(atOnce.length).toBeLessThanOrEqual(10);
  expect(Math.max(...slowly.map((piece) => piece.length))).toBeLessThanOrEqual(64 * 1024);
});
