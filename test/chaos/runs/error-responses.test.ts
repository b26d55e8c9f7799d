import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a database that refuses writes, read-only or out of disk, costs no paid outcome', async () => {
  const { code, output } = await chaos('--part', 'refusal');
  expect(code, output).toBe(0);
});
