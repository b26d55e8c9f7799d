import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('I0 to I14 hold with every fault at every failpoint', async () => {
  const { code, output } = await chaos('--part', 'matrix');
  expect(code, output).toBe(0);
});
