import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a deploy waits for the provider calls that are in progress', async () => {
  const { code, output } = await chaos('--part', 'calls', '--seconds', '20');
  expect(code, output).toBe(0);
});
