/** Prices that are published at run time: which are valid, what they amount to, and their versions. */
import { describe, expect, it, test } from 'vitest';
import { changeProblems, entryProblems } from './check.ts';
import { amountsIn, dollars } from './dollars.ts';
import type { PriceTable, ToolPrices } from './entry.ts';
import { additionsTo, overlaid } from './overlay.ts';
import { PRICE_TABLE } from './table.ts';
import { LIST_PRICE, onTerms } from './terms.ts';
import { offeredVersionOf, priceVersionOf } from './version.ts';

type Tools = PriceTable['tools'];
const CODE: Tools = PRICE_TABLE.tools;
const resize = CODE['image-resize'] as ToolPrices;
const convert = CODE['image-convert'] as ToolPrices;
const priced = (entry: Partial<ToolPrices>, name = 'image-resize'): Tools => ({
  ...CODE,
  [name]: { ...(CODE[name] as ToolPrices), ...entry },
});
const without = (name: string): Tools => Object.fromEntries(Object.entries(CODE).filter(([each]) => each !== name));
const MEANT = { isConfirmed: false, unitChanges: [] };

describe('a published price table', () => {
  const problems = (tools: Tools, isWhole = true) => entryProblems(tools, CODE, { isWhole });

  it('may equal the prices of the code', () => expect(problems(CODE)).toEqual({}));

  it.for<readonly [string, Tools, string]>([
    ['a tool left out', without('image-resize'), '/tools/image-resize'],
    ['an unknown tool', { ...CODE, 'image-resise': resize }, '/tools/image-resise'],
    ['a model left out', priced({ models: {} }, 'image-convert'), '/tools/image-convert/models/avif'],
    ['an unknown model', priced({ models: { 'a/b': resize } }), '/tools/image-resize/models/a~1b'],
    ['a unit other than the measured one', priced({ unit: 'image' }), '/tools/image-resize/unit'],
    ['a negative price', priced({ unitPriceMicros: '-1' }), '/tools/image-resize/unitPriceMicros'],
    ['a minimum charge of zero', priced({ minimumChargeMicros: '0' }), '/tools/image-resize/minimumChargeMicros'],
    ['a price above the limit', priced({ unitPriceMicros: '1000000001' }), '/tools/image-resize/unitPriceMicros'],
    ['a text that names another price', priced({ unitPriceMicros: '101' }), '/tools/image-resize/description'],
    [
      'a tool above the lowest of its models',
      priced({ unitPriceMicros: '81' }, 'image-convert'),
      '/tools/image-convert/unitPriceMicros',
    ],
  ])('is refused: %s', ([, tools, pointer]) => {
    expect(Object.keys(problems(tools))).toContain(pointer);
  });

  it('for a project may omit tools, but no model of a tool', () => {
    expect(problems({ 'image-resize': resize }, false)).toEqual({});
    const [, ...rest] = Object.entries(convert.models);
    expect(problems({ 'image-convert': { ...convert, models: Object.fromEntries(rest) } }, false)).not.toEqual({});
  });
});

describe('a price change', () => {
  it.for([
    ['200', false],
    ['201', true],
    ['50', false],
    ['49', true],
    ['0', true],
  ] as const)('from 100 to %s is refused unless it is confirmed: %s', ([unitPriceMicros, isRefused]) => {
    const after = priced({ unitPriceMicros });
    expect(Object.keys(changeProblems(CODE, after, MEANT))).toEqual(
      isRefused ? ['/tools/image-resize/unitPriceMicros'] : [],
    );
    expect(changeProblems(CODE, after, { ...MEANT, isConfirmed: true })).toEqual({});
  });

  it('is reported for the one model that it affects', () => {
    const models = {
      ...convert.models,
      avif: { ...(convert.models['avif'] as ToolPrices), minimumChargeMicros: '9999' },
    };
    expect(Object.keys(changeProblems(CODE, priced({ models }, 'image-convert'), MEANT))).toEqual([
      '/tools/image-convert/models/avif/minimumChargeMicros',
    ]);
  });

  it('to another unit is refused unless the tool is listed in unitChanges', () => {
    const after = priced({ unit: 'image' });
    expect(Object.keys(changeProblems(CODE, after, { ...MEANT, isConfirmed: true }))).toEqual([
      '/tools/image-resize/unit',
    ]);
    expect(changeProblems(CODE, after, { ...MEANT, unitChanges: ['image-resize'] })).toEqual({});
  });
});

describe('a table that is older than the code', () => {
  it('prices the tools and models that it names; an unknown tool, model or unit has the price of the code', () => {
    const dear = { minimumChargeMicros: '900', unitPriceMicros: '190', description: 'dear' };
    const { avif: _, ...models } = convert.models;
    const old: Tools = {
      'image-resize': { ...resize, ...dear },
      'image-crop': { ...(CODE['image-crop'] as ToolPrices), unit: 'image', ...dear },
      'image-convert': { ...convert, models: { ...models, jpeg: dear } },
      'no-longer-sold': resize,
    };
    const now = overlaid(old, CODE);
    expect(Object.keys(now)).toEqual(Object.keys(CODE));
    expect(now['image-resize']).toMatchObject(dear);
    expect(now['image-crop']).toEqual(CODE['image-crop']);
    expect(now['image-convert']?.models['avif']).toEqual(convert.models['avif']);
    expect(now['image-convert']?.models['jpeg']).toEqual(dear);
    expect(now['image-convert']).toMatchObject({ unitPriceMicros: '120', minimumChargeMicros: '500' });
    const added = additionsTo(old, CODE);
    expect([added['image-resize'], Object.keys(added['image-convert']?.models ?? {})]).toEqual([undefined, ['avif']]);
    expect(added['image-crop']).toEqual(CODE['image-crop']);
    expect(additionsTo(CODE, CODE)).toEqual({});
  });
});

describe('terms of a project', () => {
  const at = (basisPoints: number, tools: Tools = {}) => onTerms({ basisPoints, tools }, PRICE_TABLE).tools;

  it('are a share of every price and of the amounts in its text; fractions favour the customer, and nothing becomes free', () => {
    expect(at(8_750)['image-resize']).toMatchObject({ minimumChargeMicros: '437', unitPriceMicros: '87' });
    expect(at(8_750)['image-convert']?.models['avif']).toMatchObject({
      minimumChargeMicros: '875',
      unitPriceMicros: '350',
    });
    expect(at(1)['audio-analyze']).toMatchObject({ minimumChargeMicros: '1', unitPriceMicros: '1' });
    expect(at(20_000)['image-resize']).toMatchObject({ unitPriceMicros: '200' });
    for (const basisPoints of [1, 3_333, 9_999, LIST_PRICE, 12_345]) {
      const words = Object.values(at(basisPoints)).flatMap((tool) => [tool, ...Object.values(tool.models)]);
      const wrong = words.filter(({ description, minimumChargeMicros, unitPriceMicros }) =>
        amountsIn(description).some((each) => ![minimumChargeMicros, unitPriceMicros].includes(String(each))),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('may set their own prices, to which the share does not apply', () => {
    const own = { ...resize, unitPriceMicros: '7' };
    const tools = at(5_000, { 'image-resize': own });
    expect([tools['image-resize'], tools['image-crop']?.unitPriceMicros]).toEqual([own, '30']);
    expect(at(LIST_PRICE)).toEqual(CODE);
  });
});

describe('the version of the offered prices', () => {
  const table = '2026-11-22.aaaaaaaa';
  const terms = '2026-11-24.bbbbbbbb';
  const offered = (changes: object) => offeredVersionOf({ table, terms: null, additions: {}, ...changes });

  it('is that of the table, unless terms or additions decide a price', () => {
    expect(offered({})).toBe(table);
    const versions = [
      offered({}),
      offered({ terms }),
      offered({ additions: { a: resize } }),
      offered({ terms, additions: { a: resize } }),
    ];
    expect(new Set(versions).size).toBe(4);
    for (const version of versions) expect(version).toMatch(/^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/);
    expect(offered({ terms })).toMatch(/^2026-11-24\./);
  });

  it('differs between editions of the same prices and day', () => {
    expect(priceVersionOf({ ...PRICE_TABLE, edition: 2 })).not.toBe(priceVersionOf(PRICE_TABLE));
  });
});

test.for([
  [0n, '$0.00'],
  [5n, '$0.000005'],
  [500n, '$0.0005'],
  [200_000n, '$0.20'],
  [1_000_000n, '$1.00'],
  [12_345_678n, '$12.345678'],
] as const)('%s micro-USD are written as %s', ([micros, text]) => {
  expect(dollars(micros)).toBe(text);
  expect(amountsIn(`from ${text}, by model`)).toEqual([micros]);
});
