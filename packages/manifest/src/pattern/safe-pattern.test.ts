/** Only expressions whose work grows with the text are accepted. Another analysis, recheck, agrees with each of them. */
import fc from 'fast-check';
import { slowOnes } from '@farebox/testing/work';
import { describe, expect, test } from 'vitest';
import { patternProblem } from './safe-pattern.ts';

const SAFE = [
  '^$',
  '^[a-z]+$',
  '^[a-z]+(?:-[a-z]+)*$',
  '^[^@ ]+@[^@ ]+$',
  String.raw`^\d{4}-\d{2}-\d{2}$`,
  String.raw`^#(?:[0-9a-f]{6})$`,
  '^(en|de|fr)$',
  String.raw`^\+?[1-9]\d{1,14}$`,
  '^(?:a{2}){3}$',
  '^[A-Z][a-z]*(?: [A-Z][a-z]*)*$',
  String.raw`^[\w.-]{1,40}$`,
  String.raw`^\\[\]\-a]$`,
  '^\u00e4+$',
] as const;

test.for(SAFE)('safe: %s', (pattern) => {
  expect(patternProblem(pattern)).toBeNull();
});

describe('an expression that can be matched in two ways is refused', () => {
  test.for([
    '^(a+)+$',
    '^(?:a|a)*$',
    '^(?:a|ab)*$',
    '^(?:a*)*$',
    '^(?:a?){30}$',
    '^(?:a{1,2}){20}$',
    '^a*a*$',
    '^a*[ab]$',
    '^.*foo$',
    '^a?a?a?aaa$',
    String.raw`^\w+\d+$`,
    String.raw`^[^a]*\s*b$`,
    String.raw`^\s*[^x]y$`,
    '^\u00e4*\u00f6$',
    '^(?:ab?)*b$',
    '^(?:|a|)$',
  ])('ambiguous: %s', (pattern) => {
    expect(String(patternProblem(pattern))).toMatch(/two ways|may be empty/);
  });
});

test.for([
  ['a+', 'must begin with "^"'],
  ['^a', 'end with "$"'],
  [String.raw`^a\$`, 'end with "$"'],
  ['^a|b$', 'alternatives without a group'],
  ['^(?=a)b$', 'a group that is not'],
  ['^(?<n>a)$', 'a group that is not'],
  [String.raw`^(a)\1$`, String.raw`the escape "\1"`],
  [String.raw`^\bword$`, String.raw`the escape "\b"`],
  [String.raw`^\p{L}$`, String.raw`the escape "\p"`],
  ['^a+?$', 'two repetitions in a row'],
  ['^a**$', 'two repetitions in a row'],
  ['^a{3,1}$', 'in the wrong order'],
  ['^a{0}$', 'limits are 0'],
  ['^a{x}$', 'begins no repetition'],
  ['^a{10000}$', 'a repetition of more than 9999'],
  ['^a{1,9999999}$', 'a repetition of more than 9999'],
  ['^[z-a]$', 'wrong order'],
  ['^[a$', 'a class without its end'],
  ['^(a$', 'a group without its end'],
  ['^a)$', 'means nothing'],
  ['^a^b$', 'means nothing'],
  ['^*$', 'means nothing'],
  ['^(?:[a-c]{999}d){20}$', 'more than 10000'],
  [`^${'('.repeat(9)}a${')'.repeat(9)}$`, 'groups in groups'],
  [`^${'a'.repeat(200)}$`, 'longer than 200'],
] as const)('%s is refused: %s', ([pattern, problem]) => {
  expect(patternProblem(pattern)).toContain(problem);
});

test('another analysis finds each accepted expression safe, among generated ones', async () => {
  const atom = fc.constantFrom('a', 'b', 'c', '[ab]', '[^a]', String.raw`\d`, String.raw`\w`, '.', '-');
  const times = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}');
  const quantified = fc.tuple(atom, times).map((parts) => parts.join(''));
  const group = fc
    .tuple(fc.array(fc.array(quantified, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }), times)
    .map(([choices, often]) => `(?:${choices.map((each) => each.join('')).join('|')})${often}`);
  const whole = fc
    .array(fc.oneof(quantified, group), { minLength: 1, maxLength: 4 })
    .map((parts) => `^${parts.join('')}$`);
  const generated = fc.sample(whole, { numRuns: 2_000, seed: 27 });
  const accepted = [...new Set(generated)].filter((pattern) => patternProblem(pattern) === null);
  const repeating = accepted.filter((pattern) => /[*+]/.test(pattern)).slice(0, 60);
  expect(repeating).toHaveLength(60);
  expect(await slowOnes([...SAFE, ...repeating].map((pattern) => new RegExp(pattern, 'u')))).toEqual([]);
});

test('texts of any form are judged without an exception', () => {
  const symbols = fc.constantFrom(...'^$()[]{}|*+?\\.ab1,-:'.split(''));
  fc.assert(
    fc.property(fc.array(symbols, { maxLength: 20 }), (parts) => {
      const pattern = parts.join('');
      const isRefused = patternProblem(`^${pattern}$`) !== null;
      expect(isRefused || new RegExp(`^${pattern}$`, 'u').source !== '').toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
