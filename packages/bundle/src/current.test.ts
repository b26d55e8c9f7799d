/** The bundles that the bootstrap uses: never those of other sources. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyProject, runProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentBundles } from '../current.mjs';

let root: string;
let built: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-current-'));
  built = [];
  for (const folder of ['apps/one/src', 'packages/two/src/testing', 'prisma/functions'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.json', 'apps/one/src/main.ts'])
    writeFileSync(join(root, file), 'first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const current = (): Promise<string> =>
  currentBundles(root, async (folder) => {
    built.push(folder);
    mkdirSync(folder);
    copyFileSync(join(root, 'apps/one/src/main.ts'), join(folder, 'one.mjs'));
  });

test.each([
  ['a changed source', 'apps/one/src/main.ts'],
  ['a new file', 'prisma/functions/new.sql'],
  ['other packages', 'pnpm-lock.yaml'],
  ['a manifest', 'packages/two/package.json'],
])('%s has separate bundles', async (_, file) => {
  const before = await current();
  writeFileSync(join(root, file), 'second');
  const after = await current();
  expect([after === before, built.length, existsSync(join(after, 'one.mjs'))]).toEqual([false, 2, true]);
});

test('the same sources have the same bundles, whatever the tests beside them are', async () => {
  const before = await current();
  writeFileSync(join(root, 'apps/one/src/main.test.ts'), 'new');
  writeFileSync(join(root, 'packages/two/src/testing/fixture.ts'), 'new');
  expect([await current(), built.length]).toEqual([before, 1]);
});

test('a failed build leaves no bundles', async () => {
  const broken = currentBundles(root, async (folder) => {
    mkdirSync(folder);
    throw new Error('no room');
  });
  await expect(broken).rejects.toThrow('no room');
  expect(existsSync(join(await current(), 'one.mjs'))).toBe(true);
});

test('a source that changes while it is bundled leaves no bundles under its old digest', async () => {
  const main = join(root, 'apps/one/src/main.ts');
  const changing = currentBundles(root, async (folder) => {
    mkdirSync(folder);
    writeFileSync(main, 'second');
  });
  await expect(changing).rejects.toThrow('changed while it was bundled');
  writeFileSync(main, 'first');
  expect([existsSync(join(await current(), 'one.mjs')), built.length]).toEqual([true, 1]);
});

test('old bundles are removed, except those that a running process uses', async () => {
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  const cache = join(root, 'node_modules/.cache/farebox');
  const used = await current();
  const unused = join(cache, '0'.repeat(32));
  mkdirSync(unused);
  for (const folder of [used, unused]) utimesSync(folder, longAgo, longAgo);
  writeFileSync(join(root, 'apps/one/src/main.ts'), 'second');
  const newest = await current();
  const folders = readdirSync(cache).filter((name) => !name.includes('.'));
  expect(folders.map((name) => join(cache, name)).toSorted()).toEqual([used, newest].toSorted());
});

test('after a change of a source, the command runs the changed source', async () => {
  using copy = copyProject();
  const help = (): Promise<string> =>
    runProcess({ command: [process.execPath, copy.path('packages/cli/bootstrap.mjs'), 'farebox', 'start', '--help'] });
  expect(await help()).toContain('Starts PostgreSQL, gateway');
  copy.replace('packages/cli/src/local/commands.ts', "'Starts PostgreSQL, gateway", "'Another text");
  expect(await help()).toContain('Another text');
});
