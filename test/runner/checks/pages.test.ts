import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pages } from './pages.ts';

let parent: string;
let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'farebox-pages-'));
  root = join(parent, 'project');
  for (const name of ['contract.md', 'tool-execution-api.md'])
    for (const folder of ['docs/spec', '../shared/spec']) write(`${folder}/${name}`, 'as given\n');
  write('packages/x/package.json', '{}');
  write('packages/x/README.md', '# x\n');
  execFileSync('git', ['init', '--quiet'], { cwd: root });
});
afterEach(() => rmSync(parent, { recursive: true }));

const said = () => pages.run({ root, env: {}, limitMs: 1000, folder: root });

test('an unchanged specification and a README in each workspace pass', async () => {
  expect(await said()).toBe(null);
});

test('a copy of the specification that differs from the original is reported', async () => {
  write('docs/spec/contract.md', 'changed\n');
  expect(await said()).toContain('docs/spec/contract.md is not ../shared/spec/contract.md');
});

test('a workspace without a README is reported', async () => {
  write('apps/y/package.json', '{}');
  expect(await said()).toBe('apps/y has no README.md');
});
