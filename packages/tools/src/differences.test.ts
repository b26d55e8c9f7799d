/** The differences that a person sees before publishing. */
import { expect, test } from 'vitest';
import { DIFFERENCES_MAX, differencesOf } from './differences.ts';

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ pointer: '/a/c', before: '2', after: '3' }]],
  [{ 'a/b': [1, 2] }, { 'a/b': [1, 3] }, [{ pointer: '/a~1b/1', before: '2', after: '3' }]],
  [{ a: [1] }, { a: [1, 2] }, [{ pointer: '/a', before: '[1]', after: '[1,2]' }]],
  [
    { a: 1 },
    { b: '-' },
    [
      { pointer: '/a', before: '1', after: '-' },
      { pointer: '/b', before: '-', after: '"-"' },
    ],
  ],
  [{ a: [] }, { a: {} }, [{ pointer: '/a', before: '[]', after: '{}' }]],
])('from %j to %j', (before, after, expected) => {
  expect(differencesOf(before, after)).toEqual(expected);
});

test('at most 50 differences are listed, and long values are shortened', () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`m${n}`, 'x'.repeat(1_000)]));
  const found = differencesOf({}, many);
  expect(found).toHaveLength(DIFFERENCES_MAX);
  expect(found.every(({ after }) => after.length === 200 && after.endsWith('…'))).toBe(true);
});
