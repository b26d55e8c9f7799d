import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ELSEWHERE, POINTS } from './points.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('the matrix has every failpoint of the system except those that are listed', () => {
  const files = globSync('{apps,packages}/*/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bfailpoint\('([\w.]+)'/g)].map(([, name]) => name),
  );
  expect(new Set(named)).toEqual(new Set([...POINTS, ...ELSEWHERE]));
});
