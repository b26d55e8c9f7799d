/** One text has one meaning, as JSON and as YAML, and each mistake is told by its line and column. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseManifestText } from './parse-text.ts';

describe('a text with more than one meaning is refused at its place', () => {
  test.for<readonly [text: string, line: number, column: number, problem: string]>([
    ['name: a\ntitle: b\nname: c\n', 3, 1, 'a second member of this name'],
    ['{"a": 1,\n "a": 2}', 2, 2, 'a second member of this name'],
    ['a:\n  b: 1\n  "b": 2\n', 3, 3, 'a second member of this name'],
    ['1: a\n"1": b\n', 2, 1, 'a second member of this name'],
    ['a: &x 1\nb: *x\n', 1, 4, 'an anchor or a tag'],
    ['a: *x\n', 1, 4, 'alias'],
    ['&x a: 1\n', 1, 1, 'an anchor or a tag'],
    ['&x\na: 1\n', 1, 1, 'an anchor or a tag'],
    ['a: !!binary aGk=\n', 1, 4, 'an anchor or a tag'],
    ['a: [1, !secret b]\n', 1, 8, 'an anchor or a tag'],
    ['? !x a\n: 1\n', 1, 3, 'an anchor or a tag'],
    ['!!map\na: 1\n', 1, 1, 'an anchor or a tag'],
    ['%YAML 1.1\n---\na: yes\n', 1, 1, 'is a directive'],
    ['a: 1\n---\na: 2\n', 2, 1, 'a second document'],
    ['a: 9007199254740993\n', 1, 4, 'cannot be read exactly'],
    ['a: 1e999\n', 1, 4, 'a number with a value'],
    ['a: .nan\n', 1, 4, 'a number with a value'],
    ['a: 0xffffffffffffffff\n', 1, 4, 'cannot be read exactly'],
    ['a: 0.1000000000000000055\n', 1, 4, 'write fewer digits'],
    ['[a]: 1\n', 1, 1, 'all keys must be strings'],
    ['a: [1, 2\nb: 3\n', 2, 1, ''],
    ['{"a": 1', 1, 8, ''],
    ['a: "x\n', 2, 1, ''],
    ['\ta: 1\n', 1, 1, ''],
  ])('ambiguous text: %j', ([text, line, column, problem]) => {
    const parsed = parseManifestText(text);
    const [first] = parsed.ok ? [] : parsed.problems;
    expect(first).toEqual({ line, column, problem: expect.stringMatching(new RegExp(problem, 'i')) });
  });
});

test('words of older YAML are texts, and each number is the one that was written', () => {
  expect(
    parseManifestText('a: yes\nb: 2026-01-01\nc: 0o17\nd: 1_000\n<<: 1\ne: +1.50\nf: ~\ng: -0\nh: 12:30\n'),
  ).toEqual({
    ok: true,
    document: { a: 'yes', b: '2026-01-01', c: 15, d: '1_000', '<<': 1, e: 1.5, f: null, g: -0, h: '12:30' },
  });
});

test('a member named __proto__ stays a member', () => {
  const parsed = parseManifestText('__proto__: { admin: true }\n');
  expect(parsed.ok && Object.keys(parsed.document as object)).toEqual(['__proto__']);
});

test('JSON is read as JSON.parse reads it', () => {
  const tidy = fc.jsonValue({ maxDepth: 5 }).filter((value) => value !== null && !JSON.stringify(value).includes('-0'));
  fc.assert(
    fc.property(tidy, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(parseManifestText(text)).toEqual({ ok: true, document: JSON.parse(text) as unknown });
    }),
    { numRuns: 500 },
  );
});
