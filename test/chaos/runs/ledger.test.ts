import { expect, test } from 'vitest';
import { chaos } from '../run.ts';

test('every balance and error of 40,000 ledger commands equals plain arithmetic', async () => {
  const { code, output } = await chaos('--part', 'ledger', '--commands', '40000');
  expect(code, output).toBe(0);
});
