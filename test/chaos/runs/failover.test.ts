import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a failover loses nothing, or only what the lost commits contained', async () => {
  const { code, output } = await chaos('--part', 'failover');
  expect(code, output).toBe(0);
});
