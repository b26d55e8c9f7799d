import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('I0 to I14 hold over 2,000 executions while processes, connections and servers fail at random', async () => {
  const { code, output } = await chaos('--part', 'mix', '--executions', '2000', '--rate', '20');
  expect(code, output).toBe(0);
});
