import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenLinks } from './links.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-links-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/page.md'), '# A page\n\n## `One` heading, of two\n');
});
afterEach(() => rmSync(root, { recursive: true }));

test('links to existing files, folders, headings and other sites pass', () => {
  const text =
    '[a](docs/page.md) [b](docs) [c](docs/page.md#one-heading-of-two) [d](https://a.test/b) [e](#here)\n\n# Here\n';
  expect(brokenLinks(root, 'README.md', text)).toEqual([]);
  expect(brokenLinks(root, 'docs/other.md', '[a](page.md) [b](../docs/page.md#a-page)')).toEqual([]);
});

test.each(['docs/gone.md', 'page.md', 'docs/page.md#gone', '#gone'])('a link to %s is reported', (target) => {
  expect(brokenLinks(root, 'README.md', `[a](${target})`)).toEqual([`README.md: the link to ${target} leads nowhere`]);
});

test('a link inside a code block is ignored', () => {
  expect(brokenLinks(root, 'README.md', '```\n[a](gone.md)\n```\n')).toEqual([]);
});
