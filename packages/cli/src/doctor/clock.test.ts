import { expect, test } from 'vitest';
import { clockFinding, skewMs } from './clock.ts';

const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);

test('a reading counts only the minimum clock difference: a slow response is not skew', () => {
  expect(skewMs({ before: at(0), theirs: at(9_000), after: at(10_000) })).toBe(0);
  expect(skewMs({ before: at(0), theirs: at(12_500), after: at(10_000) })).toBe(2_500);
  expect(skewMs({ before: at(0), theirs: at(-4_000), after: at(10_000) })).toBe(-4_000);
});

test('a clock that reports whole seconds is not counted as behind for the missing fraction', () => {
  expect(skewMs({ before: at(900), theirs: at(0), after: at(950), roundedToMs: 1_000 })).toBe(0);
});

test('a difference of more than two seconds fails, and the message names the direction', () => {
  const states = [1_900, 2_100, -2_100].map((ms) =>
    clockFinding('Redis', { before: at(0), theirs: at(ms), after: at(0) }),
  );
  expect(states.map(({ state }) => state)).toEqual(['ok', 'failed', 'failed']);
  expect(states.map(({ detail }) => detail).slice(1)).toEqual([
    '2.1 s ahead of this machine',
    '2.1 s behind this machine',
  ]);
});
