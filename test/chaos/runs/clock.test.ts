import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('the end of a month, and a clock that is two hours ahead for a while, change no charge', async () => {
  const { code, output } = await chaos('--part', 'clock');
  expect(code, output).toBe(0);
});
