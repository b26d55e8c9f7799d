/** A rule from anybody is read in bounded time: by counted values and evaluated nodes, not by a clock. */
import { expect, test } from 'vitest';
import { readPrice } from './read.ts';
import { INPUT, priceOf, readUnits } from './testing/examples.ts';

const nested = (levels: number): unknown => {
  let expr: unknown = 1;
  for (let level = 0; level < levels; level++) expr = { ceil: expr };
  return expr;
};

test('a rule of a hundred thousand levels is refused at the sixty-fifth', () => {
  const read = readUnits(nested(100_000));
  expect(read).toEqual({
    ok: false,
    problems: { [`/units${'/ceil'.repeat(63)}`]: expect.stringContaining('64 levels') },
  });
});

test('a price looks at no more of a million operands than it may have', () => {
  let looked = 0;
  const operands = new Proxy(
    Array.from({ length: 1_000_000 }, () => 1),
    {
      get(list, name, receiver) {
        looked += 1;
        return Reflect.get(list, name, receiver) as unknown;
      },
    },
  );
  const read = readUnits({ ceil: { add: operands } });
  expect(read).toEqual({ ok: false, problems: { '': expect.stringContaining('4096 values') } });
  expect(looked).toBeLessThan(10_000);
});

test('sums within sums are refused by the nodes that one call would evaluate', () => {
  const item = (inner: object) => ({ type: 'array', minItems: 1, maxItems: 100, items: inner });
  const number = { type: 'integer', minimum: 1, maximum: 9 };
  const inputSchema = { type: 'object', required: ['a'], properties: { a: item(item(number)) } };
  const each = { div: [1, { arg: '/a/*/*' }] };
  const within = { sum: '/a', each: { sum: '/a/*', each } };
  const read = (maxItems: number, units: unknown) =>
    readPrice(priceOf(units), {
      inputSchema: { ...inputSchema, properties: { a: { ...item(item(number)), maxItems } } },
      files: {},
    });
  expect(read(13, { ceil: within })).toMatchObject({ ok: true, rule: { unitsMax: 1300n } });
  expect(read(14, { ceil: within })).toEqual({
    ok: false,
    problems: { '/units/ceil': expect.stringContaining('evaluates up to 4215 nodes') },
  });
});

test('a bound of thousands of digits is told as a power of ten', () => {
  const product = { mul: Array.from({ length: 64 }, () => ({ mul: Array.from({ length: 60 }, () => 9e15) })) };
  const read = readUnits({ ceil: product });
  expect(read).toEqual({ ok: false, problems: { '/units': expect.stringContaining('can reach 10^61264 units') } });
});

test('names that every object inherits are no members of a rule, a schema or a table', () => {
  const inherited = JSON.parse('{ "__proto__": { "arg": "/n" } }') as unknown;
  expect(readUnits({ ceil: inherited })).toMatchObject({ ok: false });
  expect(readUnits({ ceil: { arg: '/__proto__' } })).toMatchObject({ ok: false });
  const words = { type: 'object', required: ['w'], properties: { w: { enum: ['toString'] } } };
  const read = readPrice(priceOf({ ceil: { lookup: '/w', table: { a: 1 } } }), { inputSchema: words, files: {} });
  expect(read).toEqual({ ok: false, problems: { '/units/ceil': expect.stringContaining('"toString"') } });
});

test.for<readonly [string, unknown]>([
  ['null', null],
  ['a text', 'free'],
  ['an array', []],
  ['a schema that is no object', { inputSchema: 'any', files: null }],
])('%s is refused without an exception', ([, given]) => {
  expect(readPrice(given, INPUT)).toMatchObject({ ok: false });
  const broken = { inputSchema: given, files: given } as never;
  expect(readPrice(priceOf({ ceil: { arg: '/n' } }), broken)).toMatchObject({ ok: false });
});
