/** A price without a highest charge is refused, by the JSON Pointer of the reason and with what to write instead. */
import { describe, expect, it, test } from 'vitest';
import { readPrice } from './read.ts';
import { INPUT, priceOf, readUnits } from './testing/examples.ts';

function problemsOf(units: unknown) {
  const read = readUnits(units);
  return read.ok ? {} : read.problems;
}

describe('a rule', () => {
  it.for<readonly [expr: unknown, at: string, problem: string]>([
    [{ arg: '/unbounded', else: 0 }, '', 'add "maximum"'],
    [{ arg: '/unfounded', else: 0 }, '', 'add "minimum"'],
    [{ arg: '/negative', else: 0 }, '', 'can be negative'],
    [{ arg: '/huge', else: 0 }, '', 'lower "maximum"'],
    [{ arg: '/text' }, '', 'must be a number'],
    [{ arg: '/nowhere' }, '', 'schema: it has no property "nowhere"'],
    [{ arg: '/constructor' }, '', 'has no property "constructor"'],
    [{ arg: '/n/deeper' }, '', '/n is no object'],
    [{ arg: '/loose/n', else: 0 }, '', '"type": "object"'],
    [{ arg: '/many' }, '', 'may be absent: add "else"'],
    [{ arg: '/tracks/1/offset' }, '', 'may be absent'],
    [{ arg: '/tracks/*/offset' }, '', 'within { "sum": "/tracks"'],
    [{ arg: '/tracks/first/offset' }, '', 'write an index, or *'],
    [{ arg: '/pair/0', else: 0 }, '', '"prefixItems"'],
    [{ chars: '/novel', else: 0 }, '', 'add "maxLength" or "enum"'],
    [{ chars: '/n' }, '', 'must be a text'],
    [{ count: '/endless', else: 0 }, '', 'add "maxItems"'],
    [{ count: '/n' }, '', 'must be an array'],
    [{ sum: '/endless', each: 1 }, '/sum', 'add "maxItems"'],
    [{ largest: '/nowhere', each: 1 }, '/largest', 'is not in the input schema'],
    [{ fact: '/source', of: 'bytes' }, '', 'add "sizeBytesMax"'],
    [{ fact: '/source', of: 'width' }, '', 'add "sideMax"'],
    [{ fact: '/n', of: 'bytes' }, '', 'add it to "files"'],
    [{ lookup: '/size', table: { small: 1 } }, '', 'an entry in "table" for "large"'],
    [{ lookup: '/size', table: { small: 1, large: 2, vast: 3 } }, '', 'for "vast", which no call can send'],
    [{ lookup: '/loud', table: { true: 1 } }, '', 'for "false"'],
    [{ lookup: '/text', table: { a: 1 } }, '', 'list its values by "enum"'],
    [{ sine: '/text' }, '', 'must be a number'],
    [{ div: [1, 0] }, '/div/1', 'can be 0'],
    [{ div: [1, { arg: '/n' }] }, '/div/1', 'can be 0'],
    [{ div: [1, { sub: [10, { arg: '/n' }] }] }, '/div/1', 'can be 0'],
    [{ add: [1, { div: [1, { mul: [0, { div: [1, { arg: '/a~1b~0c' }] }] }] }] }, '/add/1/div/1', 'can be 0'],
  ])('no upper bound: %j', ([expr, at, problem]) => {
    expect(problemsOf({ ceil: expr })).toEqual({ [`/units/ceil${at}`]: expect.stringContaining(problem) });
  });
});

describe('a price', () => {
  it.for<readonly [units: unknown, at: string, problem: string]>([
    [undefined, '', '{ "ceil": … }'],
    [{ arg: '/n' }, '', '{ "ceil": … }'],
    [{ reported: 'tokens' }, '/max', 'is missing'],
    [{ reported: 'Tokens!', max: 1 }, '/reported', 'must be a name'],
    [{ ceil: 1, max: 1 }, '/max', 'is not a member'],
    [{ ceil: null }, '/ceil', 'must be a number or an object'],
    [{ ceil: { arf: '/n' } }, '/ceil', 'did you mean "arg"?'],
    [{ ceil: {} }, '/ceil', 'write one of arg, fact'],
    [{ ceil: { arg: 'n' } }, '/ceil/arg', 'must be a JSON Pointer'],
    [{ ceil: { arg: '' } }, '/ceil/arg', 'must be a JSON Pointer'],
    [{ ceil: { arg: '/n~2' } }, '/ceil/arg', 'must be a JSON Pointer'],
    [{ ceil: { arg: '/n', otherwise: 1 } }, '/ceil/otherwise', 'is not a member'],
    [{ ceil: { fact: '/source', of: 'colours' } }, '/ceil/of', 'must be one of "pixels"'],
    [{ ceil: { fact: '/source' } }, '/ceil/of', 'is missing'],
    [{ ceil: { add: [] } }, '/ceil/add', 'an array of 1 to 64'],
    [{ ceil: { div: [1] } }, '/ceil/div', 'two expressions'],
    [{ ceil: { div: [1, -1] } }, '/ceil/div/1', 'must be a number from 0'],
    [{ ceil: -1 }, '/ceil', 'must be a number from 0'],
    [{ ceil: Number.NaN }, '/ceil', 'must be a number from 0'],
    [{ ceil: 1e16 }, '/ceil', 'must be a number from 0'],
    [{ ceil: 0.000_000_000_1 }, '/ceil', 'at most 9 decimals'],
    [{ ceil: { lookup: '/size', table: {} } }, '/ceil/table', 'a number for each value'],
    [{ ceil: { lookup: '/size', table: { small: '1', large: 2 } } }, '/ceil/table/small', 'must be a number'],
  ])('units of a wrong form: %j', ([units, at, problem]) => {
    expect(problemsOf(units)).toEqual({ [`/units${at}`]: expect.stringContaining(problem) });
  });

  it.for<readonly [changed: object, at: string, problem: string]>([
    [{ unit: 'Mega\npixel' }, '/unit', 'lower-case letters'],
    [{ unitPriceMicros: 0.5 }, '/unitPriceMicros', '0 to 1000000000'],
    [{ unitPriceMicros: 1e12 }, '/unitPriceMicros', '0 to 1000000000'],
    [{ minimumChargeMicros: 0 }, '/minimumChargeMicros', '1 to 1000000000'],
    [
      { minimumChargeMicros: { lookup: '/size', table: { small: 0, large: 1 } } },
      '/minimumChargeMicros/table/small',
      '1 to',
    ],
    [{ unitPriceMicros: { lookup: '/size', table: { small: 1 } } }, '/unitPriceMicros', 'for "large"'],
    [{ unitPriceMicros: { lookup: '/voice', table: { alto: 1, tenor: 2 } } }, '/unitPriceMicros', 'may be absent'],
    [{ onFailure: 'some' }, '/onFailure', '"none", "stated"'],
    [{ currency: 'EUR' }, '/currency', 'is not a member'],
  ])('a price of a wrong form: %j', ([changed, at, problem]) => {
    const read = readPrice({ ...priceOf({ ceil: 1 }), ...changed }, INPUT);
    expect(read).toEqual({ ok: false, problems: { [at]: expect.stringContaining(problem) } });
  });
});

test('a highest charge above 2^53-1 micros is refused, and one of exactly so much is not', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const priced = (units: number) => readPrice({ ...priceOf({ ceil: units }), unitPriceMicros: 1 }, INPUT);
  expect(priced(largest)).toMatchObject({
    ok: true,
    rule: { unitsMax: BigInt(largest), chargeMaxMicros: BigInt(largest) },
  });
  expect(readUnits({ ceil: largest })).toEqual({
    ok: false,
    problems: {
      '/units': `can cost ${BigInt(largest) * 7n} micro-USD, above ${largest}: lower the limits of its arguments`,
    },
  });
  expect(readUnits({ ceil: { add: [largest, 1] } })).toMatchObject({ ok: false });
});

test('all problems are told at once, each at its place', () => {
  const price = { ...priceOf({ ceil: { add: [{ arg: '/unbounded' }, { chars: '/novel' }] } }), minimumChargeMicros: 5 };
  const read = readPrice(price, INPUT);
  expect(read.ok ? [] : Object.keys(read.problems)).toEqual(['/units/ceil/add/0', '/units/ceil/add/1']);
});
