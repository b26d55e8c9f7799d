/** The value of each leaf and operator, and the bound that follows from the limits of its arguments. */
import { describe, expect, it, test } from 'vitest';
import type { Call } from './call/values-of-call.ts';
import { quoteCall } from './quote.ts';
import type { Expr } from './rule.ts';
import { ruleOf } from './testing/examples.ts';

const CALL: Call = {
  arguments: {
    source: { fileId: 'file_a' },
    n: 2.5,
    text: 'né😀',
    size: 'large',
    scale: 4,
    loud: true,
    angle: -60,
    tracks: [
      { source: {}, offset: 1.5 },
      { source: {}, offset: 30 },
    ],
    'a/b~c': 3,
  },
  files: new Map([
    ['/source', { pixels: 1_000_001, seconds: 0.1 }],
    ['/tracks/0/source', { seconds: 60.25 }],
    ['/tracks/1/source', { seconds: 30.5 }],
  ]),
};

describe('the units of a call, and the bound of all calls', () => {
  it.for<readonly [Expr, units: number, bound: number]>([
    [7, 7, 7],
    [0, 1, 1],
    [7.000_000_001, 8, 8],
    [{ arg: '/n' }, 3, 10],
    [{ arg: '/many', else: 4 }, 4, 9],
    [{ arg: '/many', else: 40 }, 40, 40],
    [{ arg: '/a~1b~0c' }, 3, 3],
    [{ arg: '/scale' }, 4, 4],
    [{ fact: '/source', of: 'pixels' }, 1_000_001, 40_000_000],
    [{ div: [{ fact: '/source', of: 'pixels' }, 1_000_000] }, 2, 40],
    [{ mul: [{ fact: '/source', of: 'seconds' }, 30] }, 3, 18_000],
    [{ chars: '/text' }, 3, 50],
    [{ chars: '/voice', else: 2 }, 2, 5],
    [{ count: '/tracks' }, 2, 4],
    [{ lookup: '/size', table: { small: 1, large: 4 } }, 4, 4],
    [{ lookup: '/scale', table: { 2: 1.5, 4: 2.5 } }, 3, 3],
    [{ lookup: '/loud', table: { true: 2, false: 9 } }, 2, 9],
    [{ mul: [{ sine: '/angle' }, 1000] }, 867, 1000],
    [{ mul: [{ cosine: '/angle' }, 1000] }, 501, 1000],
    [{ add: [{ arg: '/n' }, 0.5, 2] }, 5, 13],
    [{ mul: [{ arg: '/n' }, { arg: '/n' }] }, 7, 100],
    [{ sub: [{ arg: '/n' }, 2] }, 1, 8],
    [{ sub: [12, { arg: '/n' }] }, 10, 12],
    [{ div: [{ arg: '/n' }, 2] }, 2, 5],
    [{ div: [100, { add: [{ arg: '/n' }, 0.5] }] }, 34, 200],
    [{ max: [{ arg: '/n' }, 4, 2] }, 4, 10],
    [{ min: [{ arg: '/n' }, 4] }, 3, 4],
    [{ mul: [2, { ceil: { arg: '/n' } }] }, 6, 20],
    [{ mul: [2, { floor: { arg: '/n' } }] }, 4, 20],
    [{ sum: '/tracks', each: { fact: '/tracks/*/source', of: 'seconds' } }, 91, 2400],
    [{ largest: '/tracks', each: { arg: '/tracks/*/offset' } }, 30, 60],
    [{ fact: '/tracks/0/source', of: 'seconds' }, 61, 600],
    [{ fact: '/tracks/1/source', of: 'seconds', else: 1 }, 31, 600],
    [{ fact: '/tracks/3/source', of: 'seconds', else: 5 }, 5, 600],
  ])('%j is %d, at most %d', ([expr, units, bound]) => {
    const rule = ruleOf(expr);
    expect(rule.unitsMax).toBe(BigInt(bound));
    expect(quoteCall(rule, CALL).units).toBe(BigInt(units));
  });
});

test('sums of decimals are exact: three times 0.1 is one unit of 0.3', () => {
  const rule = ruleOf({ div: [{ add: [{ arg: '/n' }, { arg: '/n' }, { arg: '/n' }] }, 0.3] });
  expect(quoteCall(rule, { ...CALL, arguments: { ...CALL.arguments, n: 0.1 } }).units).toBe(1n);
});

test('an argument with more than nine decimals is rounded up, so that a call is never free of it', () => {
  const rule = ruleOf({ mul: [{ arg: '/n' }, 1_000_000_000] });
  const unitsAt = (n: number) => quoteCall(rule, { ...CALL, arguments: { ...CALL.arguments, n } }).units;
  expect([5e-324, 1e-9, 1.000_000_000_4, 2].map(unitsAt)).toEqual([1n, 1n, 1_000_000_001n, 2_000_000_000n]);
});
