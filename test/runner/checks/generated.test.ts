import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generated, withPart } from './generated.ts';

const page = 'before\n<!-- states:begin (from code) -->\nold\n<!-- states:end -->\nafter\n';

test('a generated part replaces what stands between its marks and nothing else', () => {
  expect(withPart(page, { file: 'page.md', part: 'states' }, 'new\nlines\n')).toBe(
    'before\n<!-- states:begin (from code) -->\nnew\nlines\n<!-- states:end -->\nafter\n',
  );
});

test('a whole file is what the script prints', () => {
  expect(withPart(page, { file: 'page.md', part: undefined }, 'new')).toBe('new');
});

test('a part without its marks is refused: nothing is appended somewhere', () => {
  expect(() => withPart(page, { file: 'page.md', part: 'other' }, 'new')).toThrow('page.md has no lines');
});

test.each([
  ['setInterval(() => {}, 1000)', 'print.mjs took more than 0.3 s'],
  ["throw new Error('no table')", 'no table'],
])('a script that does not print (%s) is told with its reason', async (script, reason) => {
  const root = mkdtempSync(join(tmpdir(), 'farebox-generated-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ generates: { 'page.md': 'print.mjs' } }));
  writeFileSync(join(root, 'print.mjs'), script);
  const limitMs = script.startsWith('throw') ? 20_000 : 300;
  await expect(generated.run({ root, env: process.env, limitMs, folder: root })).rejects.toThrow(reason);
  rmSync(root, { recursive: true });
});
