/** Hostile and unusual JSON, and invalid amounts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ResponseError, Numeral, member, parseJson } from './json.ts';
import { microsOfUsd, statedCost } from './usd.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

test('numbers keep their exact text', () => {
  expect(parse('{"cost":0.1000000000000000055,"list":[1e-7]}')).toEqual({
    cost: new Numeral('0.1000000000000000055'),
    list: [new Numeral('1e-7')],
  });
});

test('depth is limited before any recursion', () => {
  expect(() => parse('['.repeat(500_000))).toThrow(ResponseError);
  expect(() => parse('{"a":'.repeat(33) + '1' + '}'.repeat(33))).toThrow(ResponseError);
  expect(parse('['.repeat(32) + ']'.repeat(32))).toBeInstanceOf(Array);
});

test('brackets inside strings do not count as depth', () => {
  const text = JSON.stringify({ text: `${'['.repeat(100)}\\"${'{'.repeat(100)}` });
  expect(parse(text)).toEqual(JSON.parse(text));
});

test('any JSON is parsed as JSON.parse does, except for its numbers', () => {
  const floats = (text: string) =>
    JSON.stringify(parse(text), (_name, value: unknown) => (value instanceof Numeral ? Number(value.text) : value));
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(floats(text)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 300 },
  );
});

test.each(['NaN', '-NaN', 'Infinity', '-Infinity', '.5', '00.5', '0x10', '+1', '1.', 'None', 'nan', '1_000'])(
  'the bare word %s beside a result is read as null, and everything else as it stands',
  (word) => {
    const text = `{"data":[{"b64_json":"a NaN \\" .5"}],"usage":{"cost":${word},"n":-1.5e3},"list":[${word},true]}`;
    expect(parse(text)).toEqual({
      data: [{ b64_json: 'a NaN " .5' }],
      usage: { cost: null, n: new Numeral('-1.5e3') },
      list: [null, true],
    });
    expect(statedCost(member(member(parse(text), 'usage'), 'cost'))).toBe(null);
  },
);

test.each(['NaN', 'null x', '{"a":NaN', '{NaN:1}', '{"a" NaN}', '[NaN NaN]', '{"a":<b>}', "{'a':NaN}", '{"a":"NaN}'])(
  '%j stays no JSON, whatever its bare words are',
  (text) => {
    expect(() => parse(text)).toThrow(ResponseError);
  },
);

test.each(['', 'null x', '<html></html>', '{"a":', '\u{feff}'])('%j is refused as a response', (text) => {
  expect(() => parse(text)).toThrow(ResponseError);
});

test('bytes that are not UTF-8 are refused', () => {
  expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(ResponseError);
});

test('an inherited property is not a member', () => {
  expect(member(parse('{}'), 'toString')).toBe(undefined);
});

test.each([
  ['0', 0n],
  ['0.04', 40_000n],
  ['1', 1_000_000n],
  ['12.3456789', 12_345_678n],
  ['4e-7', 0n],
  ['4E-6', 4n],
  ['1.5e+2', 150_000_000n],
  ['0.1', 100_000n],
])('%s USD is %d micros', (text, expected) => {
  expect(microsOfUsd(text)).toBe(expected);
});

test.each(['-1', '-0', 'NaN', 'Infinity', '1e99', '', ' 1', '0x10', '1,5', '9'.repeat(21)])(
  '%j is not a valid amount',
  (text) => {
    expect(microsOfUsd(text)).toBe(null);
  },
);

test('whole micros are exact, which a float would not guarantee', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n), (amount) => {
      const text = `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`;
      expect(microsOfUsd(text)).toBe(amount);
    }),
  );
});

test('only a number is accepted as a stated cost', () => {
  expect(statedCost(new Numeral('0.04'))).toBe(40_000n);
  expect(['0.04', null, undefined, true, {}, []].map((each) => statedCost(each))).toEqual(Array(6).fill(null));
});
