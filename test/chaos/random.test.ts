import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

const draw = (seed: number, stream: string): number[] => {
  const random = createRandom(seed, stream);
  return Array.from({ length: 20 }, () => random.between(0, 1_000_000));
};

test('a seed draws the same numbers again, and another seed or stream draws others', () => {
  expect(draw(7, 'load')).toEqual(draw(7, 'load'));
  expect(draw(7, 'load')).not.toEqual(draw(8, 'load'));
  expect(draw(7, 'load')).not.toEqual(draw(7, 'faults'));
});

test('a heavier item is picked more often, and every number is within its bounds', () => {
  const random = createRandom(1, 'test');
  const items = [{ weight: 1 }, { weight: 9 }] as const;
  const heavy = Array.from({ length: 1000 }, () => random.weighted(items)).filter((item) => item === items[1]);
  expect(heavy.length).toBeGreaterThan(800);
  expect(heavy.length).toBeLessThan(970);
  const drawn = Array.from({ length: 1000 }, () => random.between(2, 4));
  expect(new Set(drawn)).toEqual(new Set([2, 3, 4]));
});
