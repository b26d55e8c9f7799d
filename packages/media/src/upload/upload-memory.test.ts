import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MB = 1_000_000;
const MIB = 1024 * 1024;
const PROGRAM = fileURLToPath(new URL('./upload-memory.program.ts', import.meta.url));

test.for([
  [1, 'plain', 12, 'an upload of 12 MiB raises the process by at most 40 MB'],
  [4, 'plain', 12, 'four uploads of 12 MiB at once raise the process by at most 40 MB each'],
  [1, 'escaped', 12, 'an upload with every character escaped raises the process by at most 40 MB'],
  [4, 'escaped', 12, 'four uploads at once with every character escaped raise the process by at most 40 MB each'],
  [
    1,
    'unicode',
    3.75,
    'an upload with every character as \\u0074, as large as a body may be, raises it by at most 40 MB',
  ],
] as const)('%#: $3', ([count, form, fileMib]) => {
  const args = ['--expose-gc', PROGRAM, String(count), form];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const { sizesBytes, grownBytes } = JSON.parse(stdout) as { sizesBytes: number[]; grownBytes: number };
  expect(sizesBytes).toEqual(Array.from({ length: count }, () => fileMib * MIB));
  expect(grownBytes).toBeGreaterThan(count * fileMib * MIB); // otherwise nothing was measured
  expect(grownBytes).toBeLessThanOrEqual(count * 40 * MB);
});
