import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('a deploy under load fails no request and costs no attempt', async () => {
  const { code, output } = await chaos('--part', 'rolling', '--rate', '20');
  expect(code, output).toBe(0);
});
