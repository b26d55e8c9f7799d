import { expect, test } from 'vitest';
import { check } from './house-style.ts';

const opening = '/** Why this file exists. */\n';

// Concatenated, so that this file does not break the rules that it tests.
const breaches: [path: string, text: string, reason: string][] = [
  ['packages/x/src/a.ts', 'export const a = 1;\n', 'does not open with a comment'],
  ['packages/x/src/a.process.test.ts', "import { test } from 'vitest';\n", 'does not open with a comment'],
  ['packages/x/src/a.ts', opening + 'export {};\n'.repeat(250), '251 lines, at most 250'],
  ['packages/x/src/utils/a.ts', opening, '"utils" is not a concept'],
  ['packages/x/src/helpers.ts', opening, '"helpers" is not a concept'],
  ['docs/a.md', `see /${'root'}/project\n`, 'a path of one machine'],
  ['packages/ledger/src/a.ts', `${opening}Number(row.heldMicros);\n`, 'money becomes a float'],
  ['packages/price-rules/src/a.ts', `${opening}Number(row.heldMicros);\n`, 'money becomes a float'],
  ['packages/manifest/src/a.ts', `${opening}Number(row.heldMicros);\n`, 'money becomes a float'],
  ['packages/ledger/src/a.ts', `${opening}const half = heldMicros / 2n;\n`, 'money is divided by divFloor or divCeil'],
  ['packages/x/src/a.test.ts', `await ${'sleep'}(500);\n`, 'a fixed sleep'],
  ['packages/x/src/a.test.ts', `await new Promise((r) => ${'setTimeout'}(r, 1_000));\n`, 'a fixed sleep'],
  ['packages/x/src/a.test.ts', `vi.${'mock'}('./b.ts');\n`, 'a mocked module'],
  ['packages/x/package.json', '{\n  "version": "0.1.0",\n  "pg": "^8.1.0"\n}\n', 'versions stand once'],
  ['apps/x/src/a.ts', `${opening}// ${'TODO'} later\n`, 'unfinished work'],
];

test.each(breaches)('%s with %j is a breach: %s', (path, text, reason) => {
  expect(check(path, text)).toEqual([expect.stringContaining(reason)]);
});

test('code that keeps the rules passes', () => {
  expect(
    check('packages/ledger/src/a.ts', `${opening}const restMicros = subtract(heldMicros, chargedMicros);\n`),
  ).toEqual([]);
  expect(check('packages/x/src/run.sh', '#!/bin/bash\n# Why this file exists.\n')).toEqual([]);
  expect(check('packages/x/src/a.test.ts', `while (!ready) await ${'pause'}(50);\n`)).toEqual([]);
  expect(check('packages/x/src/a.test.ts', "import { test } from 'vitest';\n")).toEqual([]);
});
