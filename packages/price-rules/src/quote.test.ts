/** The quote and the charge of single calls, in micro-USD. */
import { expect, it, test } from 'vitest';
import type { Call } from './call/values-of-call.ts';
import { measureCall } from './measure.ts';
import { chargeMicros, quoteCall } from './quote.ts';
import { readPrice } from './read.ts';
import type { Price } from './rule.ts';
import { INPUT, priceOf, readUnits, ruleOf } from './testing/examples.ts';

const call = (given: Call['arguments'], files: Call['files'] = new Map()): Call => ({ arguments: given, files });

it.for([
  [1, 1n, 20n],
  [2.5, 3n, 21n],
  [10, 10n, 70n],
] as const)('n = %d is %d units and costs %d micros: 7 each, at least 20', ([n, units, maximumMicros]) => {
  expect(quoteCall(ruleOf({ arg: '/n' }), call({ n }))).toEqual({
    units,
    unitPriceMicros: 7n,
    minimumMicros: 20n,
    maximumMicros,
  });
});

test('both amounts may depend on an enum, such as the model', () => {
  const price: Price = {
    ...priceOf({ ceil: { arg: '/n' } }),
    unitPriceMicros: { lookup: '/size', table: { small: 5, large: 50 } },
    minimumChargeMicros: { lookup: '/size', table: { small: 10, large: 1 } },
  };
  const read = readPrice(price, INPUT);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const quotes = ['small', 'large'].map((size) => quoteCall(read.rule, call({ n: 1, size })).maximumMicros);
  expect([...quotes, read.rule.chargeMaxMicros]).toEqual([10n, 50n, 500n]);
});

test('a call outside of the limits of its schema is never quoted', () => {
  const rule = ruleOf({ arg: '/n' });
  expect(() => quoteCall(rule, call({ n: 10.5 }))).toThrow('no more units than the bound');
  expect(() => quoteCall(rule, call({ n: -1 }))).toThrow('not negative');
  expect(() => quoteCall(rule, call({ n: '2' }))).toThrow('is a number');
  expect(() => quoteCall(rule, call({}))).toThrow('may be absent');
  expect(() => quoteCall(ruleOf({ fact: '/source', of: 'seconds' }), call({ source: {} }))).toThrow('has them');
  const one = { lookup: '/size', table: { small: 1, large: 1 } } as const;
  expect(() => quoteCall(ruleOf(one), call({ size: 'toString' }))).toThrow('has an entry');
});

test('a rule that begins with ceil is measured from the files as they are, and never above its quote', () => {
  const rule = ruleOf({ fact: '/source', of: 'seconds' });
  const of = (seconds: number) => call({ source: {} }, new Map([['/source', { seconds }]]));
  const foreseen = call({ source: {} }, new Map([['/source', { seconds: { least: 0, most: 60 } }]]));
  const { units: quotedUnits } = quoteCall(rule, foreseen);
  expect(quotedUnits).toBe(60n);
  expect(measureCall(rule, { call: of(59.5), quotedUnits: 60n })).toEqual({ units: 60n, finding: null });
  expect(measureCall(rule, { call: of(12), quotedUnits: 60n })).toEqual({ units: 12n, finding: null });
  expect(measureCall(rule, { call: of(61), quotedUnits: 60n })).toEqual({ units: 60n, finding: 'above' });
});

it.for<readonly [reported: unknown, units: bigint, finding: string | null]>([
  [3, 3n, null],
  [0, 1n, null],
  [2.25, 3n, null],
  [5, 5n, null],
  [5.000_000_000_1, 5n, 'above'],
  [1e300, 5n, 'above'],
  [-1, 1n, 'unusable'],
  [Number.NaN, 1n, 'unusable'],
  [Number.POSITIVE_INFINITY, 1n, 'unusable'],
  ['4', 1n, 'unusable'],
  [undefined, 1n, 'unusable'],
  [null, 1n, 'unusable'],
])('of 5 quoted units, a report of %s counts as %d units with the finding %s', ([reported, units, finding]) => {
  const read = readUnits({ reported: 'tokens', max: { mul: [2, { arg: '/n' }] } });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { units: quotedUnits, ...price } = quoteCall(read.rule, call({ n: 2.5 }));
  const measured = measureCall(read.rule, { call: call({ n: 2.5 }), quotedUnits, reported });
  expect(measured).toEqual({ units, finding });
  expect(chargeMicros(measured.units, price)).toBe(units < 3n ? 20n : units * 7n);
});
