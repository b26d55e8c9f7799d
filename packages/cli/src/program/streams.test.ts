import { expect, test } from 'vitest';
import { hasColour } from './streams.ts';

test('colour appears only on a terminal, and never with NO_COLOR', () => {
  expect(hasColour(true, {})).toBe(true);
  expect(hasColour(true, { NO_COLOR: '' })).toBe(true);
  expect(hasColour(true, { NO_COLOR: '1' })).toBe(false);
  expect(hasColour(false, {})).toBe(false);
});
