/** Leaves a setting that the next file would see. */
import { expect, test } from 'vitest';

test('sets', () => {
  process.env['LEFT_BY_A_CANARY'] = 'yes';
  expect(process.env['LEFT_BY_A_CANARY']).toBe('yes');
});
