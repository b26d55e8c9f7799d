import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  allChecksums,
  areFrozen,
  checksumsOf,
  listedChecksums,
  problemsOfMigrations,
  withNewChecksums,
} from './frozen.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const [FIRST, SECOND, THIRD] = ['1_a', '2_b', '3_c'].map((name) => `prisma/migrations/${name}/migration.sql`) as [
  string,
  string,
  string,
];
const listed = new Map([
  [FIRST, 'aa'],
  [THIRD, 'cc'],
]);

test('the list of a release names its migrations, and sha256sum accepts it', () => {
  expect(problemsOfMigrations(listedChecksums(ROOT), checksumsOf(ROOT))).toEqual([]);
  const all = allChecksums(ROOT);
  expect(all.size).toBeGreaterThan(0);
  const input = withNewChecksums(new Map(), all);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet'], { cwd: ROOT, input });
});

test.each([
  ['0.2.0', false],
  ['0.3.0', true],
  ['0.10.1', true],
  ['1.0.0', true],
])('version %s: frozen is %s', (version, frozen) => expect(areFrozen(version)).toBe(frozen));

test.each([
  ['changed', new Map([...listed, [FIRST, 'ff']]), /1_a\S+ was changed .* new migration$/],
  ['removed', new Map([[FIRST, 'aa']]), /3_c\S+ is gone/],
  ['slipped in before one that was applied', new Map([...listed, [SECOND, 'bb']]), /2_b\S+ sorts before \S+3_c/],
])('a migration that was %s is named', (_, present, problem) => {
  expect(problemsOfMigrations(listed, present)).toEqual([expect.stringMatching(problem)]);
});

test('a new migration gets a line, and no line is rewritten', () => {
  const before = new Map([[FIRST, 'aa']]);
  const present = new Map([
    [FIRST, 'changed'],
    [SECOND, 'bb'],
  ]);
  expect(problemsOfMigrations(before, present)).toContainEqual(expect.stringMatching(/2_b\S+ has no line/));
  expect(withNewChecksums(before, present)).toBe(`aa  ${FIRST}\nbb  ${SECOND}\n`);
});
