/** A directory that several processes with the same key share: a request that another process removes is absent, and never an error. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedAs } from '../testing/stored.ts';
import { fileStore } from './file-store.ts';

const OTHER = join(import.meta.dirname, '../testing/adding.process.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lets another process add and remove requests of these names meanwhile, and asserts that it never fails. Returns how often `act` ran. */
async function beside(names: readonly string[], act: () => Promise<void>): Promise<number> {
  await using other = startProcess({ command: [process.execPath, OTHER, folder, ...names] });
  let isOver = false;
  void other.ended.then(() => (isOver = true));
  let acts = 0;
  for (; !isOver; acts++) await act();
  expect((await other.ended).code).toBe(0);
  return acts;
}

it('the list has every stored request, whatever another process adds and removes meanwhile', async () => {
  const store = fileStore(folder);
  await store.add(storedAs('stays'));
  const names = Array.from({ length: 20 }, (_, n) => `passes-${n}`);
  const lists = await beside(names, async () => {
    const list = store.list();
    await expect(list).resolves.toBeDefined();
    const listed = (await list).map(({ name }) => name);
    expect(listed).toContain('stays');
    expect(listed.filter((name) => name !== 'stays' && !names.includes(name))).toEqual([]);
  });
  expect(lists).toBeGreaterThan(0);
});

it('add stores the request or returns the existing one, whatever another process does with its name', async () => {
  const store = fileStore(folder);
  const adds = await beside(['one', 'one', 'one', 'one'], async () => {
    expect(await store.add(storedAs('one'))).toEqual(storedAs('one'));
    await store.remove('one');
  });
  expect(adds).toBeGreaterThan(0);
});

it('two concurrent adds of one name return the same request', async () => {
  const stores = Array.from({ length: 8 }, () => fileStore(folder));
  const added = await Promise.all(
    stores.map((store, n) => store.add({ ...storedAs('one'), createdAt: `2026-11-22T00:00:0${n}.000Z` })),
  );
  expect(new Set(added.map(({ createdAt }) => createdAt)).size).toBe(1);
  expect(await stores[0]?.list()).toEqual([added[0]]);
});

it('add rejects if the file of a name can be neither read nor replaced', async () => {
  const store = fileStore(folder);
  const name = `${createHash('sha256').update('one').digest('hex')}.json`;
  symlinkSync(join(folder, 'nowhere'), join(folder, name));
  expect(await store.list()).toEqual([]);
  await expect(store.add(storedAs('one'))).rejects.toThrow(/nothing was sent/);
});

it.each(['', '{', '[]', '{"a":1}', '"one"'])('a file with the content %j is named as unreadable', async (content) => {
  const store = fileStore(folder);
  await store.add(storedAs('one'));
  const path = join(folder, `${createHash('sha256').update('one').digest('hex')}.json`);
  writeFileSync(path, content);
  await expect(store.list()).rejects.toThrow(`${path} is no stored request`);
  await expect(store.add(storedAs('one'))).rejects.toThrow(`${path} is no stored request`);
});

it('a folder is created with its parents, for this account only', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await Promise.all([fileStore(deep).add(storedAs('one')), fileStore(deep).list(), fileStore(`${deep}/`).list()]);
  expect((await fileStore(deep).list()).map(({ name }) => name)).toEqual(['one']);
  for (const each of [deep, join(folder, 'a')]) expect(statSync(each).mode & 0o777).toBe(0o700);
});

it.each(['add', 'save', 'list'] as const)('%s names a folder that cannot be created', async (act) => {
  writeFileSync(join(folder, 'file'), '');
  const beyond = process.platform === 'linux' ? ['/proc/farebox/requests'] : [];
  for (const path of [...beyond, join(folder, 'file'), join(folder, 'file', 'requests')])
    await expect(fileStore(path)[act](storedAs('one'))).rejects.toThrow(`the folder ${path} cannot be created: `);
});
