/** The bounded cache: however much is put into it, neither its entries nor their weight exceed the maximum. */
import { expect, test } from 'vitest';
import { boundedMap } from './bounded-map.ts';

const keysOf = (map: { readonly get: (key: string) => unknown }): string =>
  Array.from('abcdef')
    .filter((key) => map.get(key) !== undefined)
    .join('');

test('the oldest entries are removed beyond the maximum number, and a renewed entry is the youngest', () => {
  const map = boundedMap<number>(2);
  for (const key of ['a', 'b', 'a', 'c']) map.set(key, 1);
  expect(keysOf(map)).toBe('ac');
});

test('the oldest entries are removed beyond the maximum weight, and a value that is too heavy alone is not kept', () => {
  const map = boundedMap<number>(10, { of: (value) => value, max: 10 });
  for (const [key, value] of [
    ['a', 4],
    ['b', 4],
    ['a', 6],
  ] as const)
    map.set(key, value);
  expect(keysOf(map)).toBe('ab');
  map.set('c', 1);
  expect(keysOf(map)).toBe('ac');
  map.set('d', 11);
  expect(keysOf(map)).toBe('');
  map.set('e', 10);
  expect(keysOf(map)).toBe('e');
  map.clear();
  map.set('f', 10);
  expect(keysOf(map)).toBe('f');
});
