import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectTo } from '../load/receiver.ts';
import { DEFECT_GROUPS } from '../parts/defects.ts';
import type { Defect } from './defects.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PATCHES = [
  { name: 'the receiver of webhooks', ...connectTo(1) },
  ...Object.values(DEFECT_GROUPS)
    .flatMap((defects: readonly Defect[]) => defects)
    .flatMap(({ name, programs = [] }) => programs.map((patch) => ({ name, ...patch }))),
];

test.each(PATCHES)('$name still finds its text in $file', ({ file, from }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
});
