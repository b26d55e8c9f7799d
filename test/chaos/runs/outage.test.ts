import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a database that is away for longer than a lease loses no paid outcome', async () => {
  // Twice the usual lease: a machine that stalls for a whole lease makes workers late for it, which the scene `starved` tests.
  const { code, output } = await chaos('--part', 'outage', '--only', 'database', '--lease', '6');
  expect(code, output).toBe(0);
});
