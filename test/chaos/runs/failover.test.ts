import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a failover costs nothing, or, without the last commits, no more than they held', async () => {
  const { code, output } = await chaos('--part', 'failover');
  expect(code, output).toBe(0);
});
