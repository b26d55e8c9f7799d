import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../errors.ts';
import { isExactNumber } from './exact-number.ts';
import { parseJson, parseJsonObject } from './parse.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const refused = expect.objectContaining({ message: 'invalid_json' }) as AppError;

describe('the parser returns exactly the written value, or refuses the body', () => {
  test.each([
    '{"a":1,"a":1}',
    String.raw`{"a":1,"\u0061":2}`,
    '{"x":{"deep":[{"a":null,"b":0,"a":null}]}}',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\\\":1,"a\\\\":2}',
  ])('duplicate members are refused: %s', (text) => {
    expect(() => parseJson(bytes(text))).toThrow(refused);
  });

  test.each([
    '9007199254740993',
    '1e999',
    '-1e999',
    '1e-400',
    '800.00000000000000001',
    '0.1000000000000000055',
    '123456789012345678901',
  ])('a number that a double cannot hold exactly is refused: %s', (number) => {
    for (const text of [number, `[${number}]`, `{"a":{"b":[0,${number}]}}`])
      expect(() => parseJson(bytes(text))).toThrow(refused);
  });

  test.each([
    '0',
    '-0',
    '-0.0',
    '0e999999999999',
    '1.0',
    '1.50',
    '1E3',
    '100e-2',
    '0.1',
    '1e21',
    '5e-324',
    '9007199254740992',
  ])('a number that a double holds exactly is accepted in any notation: %s', (number) => {
    expect(parseJson(bytes(`{"a":[${number},"x"]}`))).toEqual({ a: [Number(number), 'x'] });
  });

  test.each([String.raw`"\u0000"`, String.raw`"\ud800"`, String.raw`{"\udc00":1}`, String.raw`{"a":["\u0000"]}`])(
    'text that PostgreSQL cannot store is refused: %s',
    (text) => {
      expect(() => parseJson(bytes(text))).toThrow(refused);
    },
  );

  test('nesting deeper than 32 levels is refused', () => {
    const nested = (depth: number) => bytes(`{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`);
    expect(parseJson(nested(32))).toHaveProperty('a');
    expect(() => parseJson(nested(33))).toThrow(refused);
    expect(() => parseJson(bytes('['.repeat(60_000)))).toThrow(refused);
  });

  test('bytes that are not UTF-8 and a byte order mark are refused', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))).toThrow(refused);
    expect(() => parseJson(bytes('\ufeff{}'))).toThrow(refused);
  });
});

test.each(['', '[]', '"a"', '1', 'null', '{}x'])('%j is refused because it is not one JSON object', (text) => {
  expect(() => parseJsonObject(bytes(text))).toThrow(refused);
});

test('every output of JSON.stringify is parsed back to the same value', () => {
  const tidy = fc.jsonValue({ maxDepth: 5 }).filter((value) => !/\\u0000|\\ud/i.test(JSON.stringify(value)));
  fc.assert(
    fc.property(tidy, (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test('every double is exact in its printed form, in any notation', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(isExactNumber(String(value))).toBe(true);
      expect(isExactNumber(value.toExponential())).toBe(true);
    }),
  );
});

test('a number of 60,000 digits is checked exactly', () => {
  const zeros = '0'.repeat(30_000);
  expect(isExactNumber(`0.${zeros}1${zeros}`)).toBe(false);
  expect(isExactNumber(`1.${zeros}`)).toBe(true);
});
