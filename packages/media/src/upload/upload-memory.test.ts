import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MB = 1_000_000;
const FILE_BYTES = 12 * 1024 * 1024;
const PROGRAM = fileURLToPath(new URL('./upload-memory.program.ts', import.meta.url));

test.for([
  [1, 'plain', 'an upload of 12 MiB raises the process by at most 40 MB'],
  [4, 'plain', 'four uploads of 12 MiB at once raise the process by at most 40 MB each'],
  [4, 'escaped', 'four uploads at once with every character escaped raise the process by at most 40 MB each'],
] as const)('%#: $2', { timeout: 60_000 }, ([count, form]) => {
  const args = ['--expose-gc', PROGRAM, String(count), form];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const { sizesBytes, grownBytes } = JSON.parse(stdout) as { sizesBytes: number[]; grownBytes: number };
  expect(sizesBytes).toEqual(Array.from({ length: count }, () => FILE_BYTES));
  expect(grownBytes).toBeGreaterThan(count * FILE_BYTES); // else it was not measured
  expect(grownBytes).toBeLessThanOrEqual(count * 40 * MB);
});
