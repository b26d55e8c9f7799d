import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a database away for longer than a lease loses nothing that was paid for meanwhile', async () => {
  // Twice the usual lease: a machine that stands still for one is a worker that is late for it, which `starved` is about.
  const { code, output } = await chaos('--part', 'outage', '--only', 'database', '--lease', '6');
  expect(code, output).toBe(0);
});
