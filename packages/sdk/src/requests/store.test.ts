/** The contract of every store: the first request of a name stays, `save` replaces it, and durable stores survive their process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileStore } from '../node/file-store.ts';
import { storedAs } from '../testing/stored.ts';
import { type RequestStore, type TextStorage, memoryStore, webStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A browser's localStorage that also has an entry of other code. */
function localStorage(): TextStorage {
  const entries = new Map([['theme', 'not JSON']]);
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, String(value)),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const storage = localStorage();
const memory = memoryStore();
/** Opens the store again, as the next process or page would. */
const STORES: Readonly<Record<string, () => RequestStore>> = {
  memoryStore: () => memory,
  webStore: () => webStore(storage),
  fileStore: () => fileStore(join(folder, 'requests')),
};

describe.each(Object.entries(STORES))('the %s', (_, open) => {
  it('keeps the first request of a name until it is replaced or removed', async () => {
    expect(await open().list()).toEqual([]);
    const first = storedAs('order/17 ü');
    expect(await open().add(first)).toEqual(first);
    expect(await open().add({ ...first, idempotencyKey: 'sdk_another' })).toEqual(first);
    await open().add(storedAs('other'));
    const accepted = { ...first, body: '{}', executionId: 'exe_1' };
    await open().save(accepted);
    expect(await open().add(first)).toEqual(accepted);
    expect((await open().list()).toSorted((a, b) => (a.name < b.name ? 1 : -1))).toEqual([storedAs('other'), accepted]);
    await open().remove('other');
    await open().remove('never there');
    expect(await open().list()).toEqual([accepted]);
    await open().remove(first.name);
    expect(await open().list()).toEqual([]);
  });
});

it('a web store leaves other entries of the storage alone, and stores with different prefixes are separate', async () => {
  const [one, two] = [webStore(storage, 'one:'), webStore(storage, 'two:')];
  await one.add(storedAs('mine'));
  await expect(two.list()).resolves.toEqual([]);
  await two.remove('mine');
  await expect(one.list()).resolves.toEqual([storedAs('mine')]);
  await one.remove('mine');
  expect([storage.length, storage.getItem('theme')]).toEqual([1, 'not JSON']);
});
