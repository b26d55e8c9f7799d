import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalOf } from './canonical.ts';

/** Objects as our parser returns them: from JSON text, without lone surrogates. */
const jsonObject = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 5 }))
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, never>);

test('the canonical form equals that of the reference implementation of RFC 8785', () => {
  fc.assert(
    fc.property(jsonObject, (value) => {
      expect(canonicalOf(value)).toBe(canonicalize(value));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['{"b":1,"a":{"d":[1,{"z":0,"y":null}],"c":true}}', '{"a":{"c":true,"d":[1,{"y":null,"z":0}]},"b":1}'],
  [
    '{"n":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0]}',
    '{"n":[333333333.3333333,1e+30,4.5,0.002,1e-27,0]}',
  ],
  [
    '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"Hebrew","1":"One","\\ud83d\\ude00":"Emoji","\\u0080":"Control","\\u00f6":"O"}',
    '{"\\r":"CR","1":"One","\u0080":"Control","\u00f6":"O","\u20ac":"Euro","\ud83d\ude00":"Emoji","\ufb33":"Hebrew"}',
  ],
  ['{"__proto__":{"a":1},"10":2,"9":1}', '{"10":2,"9":1,"__proto__":{"a":1}}'],
  ['{}', '{}'],
])('%s has the canonical form %s', (text, form) => {
  expect(canonicalOf(JSON.parse(text) as Record<string, never>)).toBe(form);
});
