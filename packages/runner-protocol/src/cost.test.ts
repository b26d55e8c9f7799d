/** Amounts of micro-USD become decimal text that the reader of costs accepts. */
import { expect, test } from 'vitest';
import { isUsd, usdText } from './cost.ts';

test.for([
  [0n, '0.000000'],
  [1n, '0.000001'],
  [1_600n, '0.001600'],
  [999_999n, '0.999999'],
  [1_000_000n, '1.000000'],
  [12_345_678_900_001n, '12345678.900001'],
] as const)('%s micro-USD are %s', ([micros, text]) => {
  expect(usdText(micros)).toBe(text);
  expect(isUsd(text)).toBe(true);
});
