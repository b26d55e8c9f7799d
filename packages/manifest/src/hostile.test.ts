/** A manifest from anybody is refused in bounded work: by counted looks at values and by the result, not by a clock. */
import { describe, expect, test, vi } from 'vitest';
import { Parser } from 'yaml';
import { MANIFEST_LIMITS } from './limits.ts';
import { problemsOf, read, readTextDocument, withValue } from './testing/read-text.ts';
import { parseManifestText } from './index.ts';

const BYTES = MANIFEST_LIMITS.textBytes;
const filled = (unit: string, before = ''): string =>
  before + unit.repeat(Math.floor((BYTES - before.length) / unit.length));

describe('a text that could cost more than its length is refused', () => {
  test.for<readonly [what: string, text: string, problem: string]>([
    ['ten megabytes', 'a'.repeat(10 * 1024 * 1024), 'is longer than 262144 bytes'],
    ['characters of three bytes', '\u20ac'.repeat(BYTES / 2), 'is longer than 262144 bytes'],
    ['open brackets', filled('['), 'levels deep'],
    ['open braces', filled('{a: '), 'levels deep'],
    ['sequences in one line', filled('- '), 'levels deep'],
    ['complex keys', filled('? '), 'levels deep'],
    [
      'growing indentation',
      Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      'levels deep',
    ],
    ['many members', filled('a:\n'), 'more than 20000 values'],
    ['many elements', filled('-\n'), 'more than 20000 values'],
    ['many elements in brackets', filled('1,', '['), 'more than 20000 values'],
    ['aliases of aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n', 'an anchor or a tag'],
    ['many documents', filled('---\n'), 'more than 20000 values'],
    ['a text that never ends', filled('a', '"'), 'quote'],
  ])('a text of %s', ([, text, problem]) => {
    const parsed = parseManifestText(text);
    const problems = parsed.ok ? [] : parsed.problems.map((each) => each.problem);
    expect(problems.join('\n')).toContain(problem);
    expect(problems.length).toBeLessThanOrEqual(50);
  });

  const LEXEMES = MANIFEST_LIMITS.lexemes;
  test.for<readonly [what: string, text: string, most: number, problem: string]>([
    ['elements that never end', filled('1,', 'a: ['), LEXEMES, 'more than 20000 values'],
    ['comments', filled('#\n', 'a: 1\n'), LEXEMES, `more than ${LEXEMES} words, signs and line ends`],
    ['empty lines', filled('\n', 'a: 1\n'), LEXEMES, `more than ${LEXEMES} words, signs and line ends`],
    ['mistakes', filled(']', 'a: 1\n'), LEXEMES, ''],
    ['aliases', filled('*a '), LEXEMES, 'is an alias'],
    ['commas', filled(',', 'a: ['), LEXEMES, 'a comma without a value'],
    ['open brackets', filled('['), 200, 'levels deep'],
    ['sequences in one line', filled('- '), 200, 'levels deep'],
    ['complex keys', filled('? '), 400, 'levels deep'],
  ])('the parser stops at the limit: %s', ([, text, most, problem]) => {
    const next = vi.spyOn(Parser.prototype, 'next');
    const parsed = parseManifestText(text);
    expect(parsed).toMatchObject({ ok: false, problems: [{ problem: expect.stringContaining(problem) }] });
    expect(next.mock.calls.length).toBeGreaterThan(0);
    expect(next.mock.calls.length).toBeLessThanOrEqual(most);
    next.mockRestore();
  });

  test('ten thousand members are compared by name, not each with each other', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const text = `${names.map((name) => `${name}: 1`).join('\n')}\n`;
    const parsed = parseManifestText(`${text}n0: 2\n`);
    expect(parsed).toEqual({ ok: false, problems: [expect.objectContaining({ line: 10_001, column: 1 })] });
  });
});

describe('a document is copied before anything else reads it', () => {
  /** Counts how often elements or members of a value are read. */
  function watched<T extends object>(value: T): { readonly value: T; readonly reads: () => number } {
    let reads = 0;
    const handler: ProxyHandler<T> = {
      get(target, name, receiver) {
        reads += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    };
    return { value: new Proxy(value, handler), reads: () => reads };
  }

  test('no more of a million choices are read than a manifest may have values', () => {
    const choices = watched(Array.from({ length: 1_000_000 }, (_, index) => index));
    const document = readTextDocument();
    (document['input'] as Record<string, object>)['properties'] = { source: { enum: choices.value } };
    expect(problemsOf(document)).toEqual({ '': expect.stringContaining('more than 20000 values') });
    expect(choices.reads()).toBeLessThan(50_000);
  });

  test('each member is read once, so it cannot change between two checks', () => {
    const document = watched(readTextDocument());
    expect(read(document.value).ok).toBe(true);
    expect(document.reads()).toBe(Object.keys(readTextDocument()).length);
  });

  test('a list of two thousand choices is refused as one problem', () => {
    const choices = Array.from({ length: 2_000 }, (_, index) => `word-${index}`);
    const at = '/input/properties/languages/items/enum';
    expect(problemsOf(withValue(readTextDocument(), at, choices))).toHaveProperty(
      [at],
      'must be a list of 1 to 256 values',
    );
  });

  test('a hundred thousand levels and a cycle are refused at the same depth', () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level++) deep = { a: deep };
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    const refused = { ['/a'.repeat(72)]: expect.stringContaining('72 levels') };
    expect(problemsOf(deep)).toEqual(refused);
    expect(problemsOf(cycle)).toEqual(refused);
  });

  test('schemas in schemas are refused by depth and by number', () => {
    const nested = (levels: number): object =>
      levels === 0 ? { type: 'boolean' } : { type: 'array', maxItems: 1, items: nested(levels - 1) };
    const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
    const inside = (extra: object) => problemsOf(withValue(readTextDocument(), '/input/properties/extra', extra));
    expect(inside(nested(6))).toEqual({});
    expect(inside(nested(7))).toHaveProperty(
      [`/input/properties/extra${'/items'.repeat(7)}`],
      expect.stringContaining('8 levels'),
    );
    const flags = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, { type: 'boolean' }]));
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`o${index}`, closed(flags)]));
    expect(inside(closed(many))).toEqual({ '/input': expect.stringContaining('more than 256 schemas') });
    const flat = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}`, { type: 'boolean' }]));
    expect(inside(closed(flat))).toHaveProperty(
      ['/input/properties/extra/properties'],
      expect.stringContaining('64 properties'),
    );
  });
});

describe('names and values that mean something to JavaScript are refused', () => {
  test.for(['__proto__', 'constructor', 'prototype'])('a member named %s', (name) => {
    const member = JSON.parse(`{ "${name}": { "type": "boolean" } }`) as object;
    expect(problemsOf(member)).toEqual({ '': `must not have a member named "${name}"` });
    expect(problemsOf(withValue(readTextDocument(), '/input/properties', member))).toEqual({
      '/input/properties': `must not have a member named "${name}"`,
    });
  });

  test.for<readonly [string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a big integer', 1n],
    ['a number without a value', Number.NaN],
    ['an infinite number', Infinity],
    ['a number that JSON readers round', 2 ** 60],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['half a character', '\ud800'],
    ['a NUL', 'a\0b'],
    ['a long text', 'x'.repeat(4_001)],
  ])('the value %s', ([, value]) => {
    expect(read({ ...readTextDocument(), title: value })).toEqual({
      ok: false,
      problems: { '/title': expect.any(String) },
    });
    expect(read(value).ok).toBe(false);
  });

  test.for(['toString', 'hasOwnProperty', 'valueOf'])('a property %s, which every object inherits', (name) => {
    const at = `/input/properties/${name}`;
    expect(problemsOf(withValue(readTextDocument(), at, { type: 'boolean' }))).toHaveProperty(
      [at],
      expect.stringContaining('every JavaScript object'),
    );
    expect(problemsOf(withValue(readTextDocument(), '/input/required', ['source', name]))).toEqual({
      '/input/required/1': 'is no member of "properties"',
    });
  });
});
