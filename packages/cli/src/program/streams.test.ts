import { expect, test } from 'vitest';
import { hasColour } from './streams.ts';

test('colour is for a terminal alone, and for nobody who says NO_COLOR', () => {
  expect(hasColour(true, {})).toBe(true);
  expect(hasColour(true, { NO_COLOR: '' })).toBe(true);
  expect(hasColour(true, { NO_COLOR: '1' })).toBe(false);
  expect(hasColour(false, {})).toBe(false);
});
