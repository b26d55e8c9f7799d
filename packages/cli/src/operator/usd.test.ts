import { expect, test } from 'vitest';
import { microsFrom, usdOf } from './usd.ts';

test.each([
  ['25', 25_000_000],
  ['0.005', 5_000],
  ['0.000001', 1],
  ['-12.50', -12_500_000],
  ['0.1', 100_000],
  ['9007199254.740991', Number.MAX_SAFE_INTEGER],
])('%s USD is %i micros, exactly', (text, micros) => {
  expect(microsFrom(text, '--max')).toBe(micros);
  expect(microsFrom(usdOf(micros).replace(' USD', ''), '--max')).toBe(micros);
});

test.each(['', '1,5', '1.', '.5', '1e3', '0.0000001', '+1', '0x10', ' 1', '$5', '9007199254.740992', 'NaN'])(
  '"%s" is refused as an amount',
  (text) => {
    expect(() => microsFrom(text, '--max')).toThrow(/^--max.* USD/);
  },
);

test('an amount is shown with at least two decimals, and with as many as it needs', () => {
  expect([0, 1, 500, 25_000_000, -1_500_000].map(usdOf)).toEqual([
    '0.00 USD',
    '0.000001 USD',
    '0.0005 USD',
    '25.00 USD',
    '-1.50 USD',
  ]);
});
