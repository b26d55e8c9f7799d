import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntaxErrorAt } from './syntax-error-at.ts';

test.each([
  ['', 0],
  ['{', 1],
  ['{"a":x}', 5],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ["{'a':1}", 1],
  ['{"a":[1,2}', 9],
  ['{"a":01}', 6],
  ['{"a":"\n"}', 5],
  ['{"a":1} x', 8],
  ['[1]]', 3],
])('the place of the error is the first character that cannot be there: %s', (text, at) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(syntaxErrorAt(text)).toBe(at);
});

test('JSON has no such place before its end', () => {
  fc.assert(fc.property(fc.json(), (text) => syntaxErrorAt(text) === text.length));
});

test.each([
  ['one string that never ends', '"'.padEnd(1_000_000, 'a'), 0],
  ['brackets', '['.repeat(1_000_000), 1_000_000],
  ['spaces', ' '.repeat(1_000_000), 1_000_000],
  ['numbers', `[${'1,'.repeat(500_000)}]`, 1_000_001],
  ['escapes', `["${'\\n'.repeat(500_000)}`, 1],
])('a text of one megabyte is searched to its end: %s', (_, text, at) => {
  expect(syntaxErrorAt(text)).toBe(at);
});
