import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { docsIndex } from './docs-index.ts';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-index-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('docs/one.md', '# One\n');
  write('docs/folder/part.md', '# Part\n');
  write('docs/folder.md', '[Part](folder/part.md)\n');
  write('docs/decisions/0001-a.md', '# 0001 A\n');
  write('docs/README.md', '| [One](one.md) | [Folder](folder.md#part) |\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const problems = () => docsIndex.run({ root, env: {}, limitMs: 1000, folder: root });

test('an index that lists every page once is accepted, and the page of a folder lists the pages in it', async () => {
  expect(await problems()).toBe(null);
});

test('a page that the index does not list is reported', async () => {
  write('docs/two.md', '# Two\n');
  write('docs/folder/other.md', '# Other\n');
  expect(await problems()).toBe(
    'docs/README.md does not list docs/folder/other.md\ndocs/README.md does not list docs/two.md',
  );
});

test('a page that the index lists twice is reported', async () => {
  write('docs/README.md', '[One](one.md) [Folder](folder.md) [One](one.md#one)\n');
  expect(await problems()).toBe('docs/README.md lists docs/one.md 2 times');
});
