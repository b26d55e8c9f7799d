/** The budget of a session fails closed: what is no amount limits nothing by accident. */
import { expect, test } from 'vitest';
import { createSpendLimit } from './spend-limit.ts';

test.each([undefined, null, Number.NaN, Infinity, -1, 0.5, 2 ** 53, '100'])(
  'a session with the spending limit %s does not begin',
  (limit) => {
    expect(() => createSpendLimit(limit as number)).toThrow(RangeError);
  },
);

test('a quote without an amount is not reserved', () => {
  const limit = createSpendLimit(100);
  expect(limit.reserve('quo_1', Number.NaN)).toBe(false);
  expect(limit.reserve('quo_2', undefined as unknown as number)).toBe(false);
  expect(limit.remainingMicros()).toBe(100);
  expect(limit.reserve('quo_3', 100)).toBe(true);
});
