import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate, generated, withPart } from './generated.ts';

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
])('a script that does not print (%s) is reported with its reason', async (script, reason) => {
  const root = mkdtempSync(join(tmpdir(), 'farebox-generated-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ generates: { 'page.md': 'print.mjs' } }));
  writeFileSync(join(root, 'print.mjs'), script);
  const limitMs = script.startsWith('throw') ? 20_000 : 300;
  await expect(generated.run({ root, env: process.env, limitMs, folder: root })).rejects.toThrow(reason);
  rmSync(root, { recursive: true });
});

test('a generated folder has exactly the files that its script prints', async () => {
  const root = mkdtempSync(join(tmpdir(), 'farebox-generated-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ generates: { 'pages/': 'print.mjs' } }));
  writeFileSync(join(root, 'print.mjs'), `process.stdout.write('{"one.md":"1","two.md":"2"}')`);
  mkdirSync(join(root, 'pages'));
  writeFileSync(join(root, 'pages/one.md'), '1');
  writeFileSync(join(root, 'pages/old.md'), '0');
  const context = { root, env: process.env, limitMs: 20_000, folder: root };
  expect(await generated.run(context)).toBe(
    'pages/two.md is stale; `npm run generate` writes it (from print.mjs)\npages/old.md is no longer printed by print.mjs',
  );
  await generate(context);
  expect(await generated.run(context)).toBe(null);
  expect([readFileSync(join(root, 'pages/two.md'), 'utf8'), existsSync(join(root, 'pages/old.md'))]).toEqual([
    '2',
    false,
  ]);
  rmSync(root, { recursive: true });
});
