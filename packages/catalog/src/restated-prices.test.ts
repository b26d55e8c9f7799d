/**
 * Every price of this catalog can be stated as data: for each tool, the rule of `testing/price-rules` and the catalog
 * quote the same. The catalog computes some sizes in floats, so a side that is a whole number may become a pixel more
 * there; for these tools both agree up to a billionth before each rounding.
 */
import { AUDIO_FORMAT_NAMES, VIDEO_FORMAT_NAMES } from '@farebox/kernel';
import {
  chargeMicros,
  type Expr,
  measureCall,
  type Price,
  type PriceRule,
  PriceSchema,
  quoteCall,
  readPrice,
} from '@farebox/price-rules';
import { compileReader } from './arguments/validator.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCatalog } from './catalog.ts';
import type { JsonObject } from './json.ts';
import { anyCall, type Bought, boughtOf } from './testing/price-rules/calls.ts';
import { inputOf, RESTATED, type Restated } from './testing/price-rules/all.ts';
import { photo, recording } from './testing/samples.ts';

const catalog = createCatalog({
  rehearsal: true,
  audioFormats: new Set(AUDIO_FORMAT_NAMES),
  videoFormats: new Set(VIDEO_FORMAT_NAMES),
});

const RUNS = 300;
const SKIPS_MAX = 10_000;
/** Floats hold such fractions exactly. */
const POWER_OF_TWO = 64;
const MILLISECONDS = 1000;

/** Tools of which the catalog divides in floats, whatever the fractions of their inputs are. */
const DIVIDES_IN_FLOATS = new Set(['image-adjust', 'video-resize', 'video-preview']);

/** Reads a price of a tool with the inputs that the tool takes. The samples name every file argument, also optional ones. */
function ruleOf({ tool }: Restated, price: Price): PriceRule {
  const sample = fc.sample(anyCall(tool, POWER_OF_TWO), { numRuns: 200, seed: 1 });
  const prepared = sample.flatMap((call) => boughtOf(catalog, tool.name, call)?.prepared ?? []);
  const read = readPrice(price, inputOf(tool, prepared));
  if (!read.ok) throw new Error(`${tool.name}: ${JSON.stringify(read.problems, null, 1)}`);
  return read.rule;
}

/** The same rule with a factor before each rounding. */
function scaled<T>(value: T, factor: number): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => scaled(each, factor)) as T;
  const members = Object.entries(value).map(([name, each]: [string, unknown]) => {
    const inner = scaled(each, factor);
    return [name, name === 'ceil' || name === 'floor' ? { mul: [factor, inner as Expr] } : inner];
  });
  return Object.fromEntries(members) as T;
}

interface Compared {
  readonly bought: Bought;
  readonly rules: { readonly exact: PriceRule; readonly below: PriceRule; readonly above: PriceRule };
}

const unitsIn = ({ quote }: Bought): bigint => BigInt(quote.plan[0]?.price.unitsMax ?? 0);

/** Runs generated calls that the catalog accepts. */
function compare(restated: Restated, grain: number, check: (compared: Compared) => void): void {
  const { tool, price } = restated;
  const rules = {
    exact: ruleOf(restated, price),
    below: ruleOf(restated, { ...price, units: scaled(price.units, 0.999_999_999) }),
    above: ruleOf(restated, { ...price, units: scaled(price.units, 1.000_000_001) }),
  };
  fc.assert(
    fc.property(anyCall(tool, grain), (call) => {
      const bought = boughtOf(catalog, tool.name, call);
      fc.pre(bought !== null);
      check({ bought, rules });
    }),
    { numRuns: RUNS, maxSkipsPerRun: SKIPS_MAX },
  );
}

const named = RESTATED.map((restated) => [restated.tool.name, restated] as const);

test.for(named.filter(([name]) => !DIVIDES_IN_FLOATS.has(name)))(
  'the catalog quotes what the rule of %s quotes',
  ([, restated]) => {
    compare(restated, POWER_OF_TWO, ({ bought, rules }) => {
      const { quote, call } = bought;
      const mine = quoteCall(rules.exact, call);
      const { units, minimumMicros, maximumMicros, unitPriceMicros } = mine;
      expect({ units, minimumMicros, maximumMicros, unitPrice: String(unitPriceMicros) }).toEqual({
        units: unitsIn(bought),
        minimumMicros: quote.minimumMicros,
        maximumMicros: quote.maximumMicros,
        unitPrice: quote.plan[0]?.price.unitPriceMicros,
      });
      const measured = measureCall(rules.exact, { call, quotedUnits: units });
      expect(measured).toEqual({ units, finding: null });
      expect(chargeMicros(measured.units, mine)).toBe(quote.maximumMicros);
    });
  },
);

test.for(named.filter(([name, { tool }]) => tool.category !== 'image' || DIVIDES_IN_FLOATS.has(name)))(
  'the catalog quotes %s within the rounding of floats, also for decimals',
  ([, restated]) => {
    let [equal, all] = [0, 0];
    compare(restated, MILLISECONDS, ({ bought, rules }) => {
      const quotes = Object.values(rules).map((rule) => quoteCall(rule, bought.call).units);
      const units = unitsIn(bought);
      expect(isBetween(units, quotes), `${units} units; the rules quote ${quotes.join(', ')}`).toBe(true);
      all += 1;
      if (units === quotes[0]) equal += 1;
    });
    expect(equal / all).toBeGreaterThan(0.99);
  },
);

const isBetween = (value: bigint, others: readonly bigint[]): boolean =>
  others.some((other) => other <= value) && others.some((other) => other >= value);

const floats = [
  // In floats 0.1 + 2.7 + 0.2 = 3.0000000000000004
  [
    'audio-concat',
    { sources: [{ fileId: 'a' }, { fileId: 'b' }, { fileId: 'c' }] },
    [recording('a', 0.1), recording('b', 2.7), recording('c', 0.2)],
    3n,
  ],
  // In floats 15 × (1000 ÷ 15) = 1000.0000000000001
  [
    'image-resize',
    { source: { fileId: 'a' }, width: 1000, allowEnlargement: true },
    [photo('a', { width: 15, height: 15 })],
    1n,
  ],
] as const;

test.for(floats)(
  'where floats would pass a whole number, the catalog quotes %s as its rule does',
  ([name, input, files, exact]) => {
    const restated = RESTATED.find(({ tool }) => tool.name === name)!;
    const bought = boughtOf(catalog, name, { arguments: input, files: new Map(files.map((file) => [file.id, file])) })!;
    expect(quoteCall(ruleOf(restated, restated.price), bought.call).units).toBe(exact);
    expect(unitsIn(bought)).toBe(exact);
  },
);

test('every price has the form that the schema of a manifest describes', () => {
  const read = compileReader<Price>(PriceSchema);
  const refused = RESTATED.filter(({ price }) => !read(JSON.parse(JSON.stringify(price)) as JsonObject).ok);
  expect(refused.map(({ tool }) => tool.name)).toEqual([]);
});

test('a pipeline costs the sum of the rules of its steps, and at least the sum of their minimums', () => {
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  const steps = RESTATED.filter(({ tool }) => tool.category === 'image' && !DIVIDES_IN_FLOATS.has(tool.name)).map(
    (restated) => ({ tool: restated.tool, rule: ruleOf(restated, restated.price) }),
  );
  const step = fc
    .constantFrom(...steps)
    .chain((each) => anyCall(each.tool, POWER_OF_TWO).map((call) => ({ ...each, call })));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (chosen) => {
      const { files } = chosen[0]!.call;
      const quotes = chosen.map(({ tool, rule, call }) => {
        const bought = boughtOf(catalog, tool.name, { ...call, files });
        return bought && quoteCall(rule, bought.call);
      });
      fc.pre(quotes.every((quote) => quote !== null));
      const asked = { steps: chosen.map(({ tool, call }) => ({ tool: tool.name, arguments: call.arguments })) };
      const { quote } = boughtOf(catalog, 'pipeline', { arguments: asked, files })!;
      const minimum = sum(quotes.map(({ minimumMicros }) => minimumMicros));
      const measured = sum(quotes.map(({ units, unitPriceMicros }) => units * unitPriceMicros));
      expect([quote.minimumMicros, quote.maximumMicros]).toEqual([minimum, measured > minimum ? measured : minimum]);
    }),
    { numRuns: RUNS, maxSkipsPerRun: SKIPS_MAX },
  );
});
