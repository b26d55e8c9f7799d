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

test('a text of one megabyte is searched in less than a second', () => {
  for (const text of ['"'.padEnd(1_000_000, 'a'), '['.repeat(1_000_000), ' '.repeat(1_000_000), '1,'.repeat(500_000)]) {
    const startMs = performance.now();
    syntaxErrorAt(text);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  }
});
