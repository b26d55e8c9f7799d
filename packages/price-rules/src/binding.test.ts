/** A quote is a ceiling, and the bound of a rule is a ceiling of all quotes: for generated manifests and calls. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureCall } from './measure.ts';
import { chargeMicros, quoteCall } from './quote.ts';
import { type PriceRule, readPrice } from './read.ts';
import type { Price } from './rule.ts';
import { anyMade, foreseen, type Made, measured } from './testing/calls.ts';
import { anyPrice, anySpec, inputOf, type Spec } from './testing/manifests.ts';

const RUNS = 10_000;

interface Sold {
  readonly spec: Spec;
  readonly price: Price;
  readonly made: Made;
}

const anySold = ({ isGrowing }: { readonly isGrowing: boolean }): fc.Arbitrary<Sold> =>
  anySpec.chain((spec) =>
    fc.record({ spec: fc.constant(spec), price: anyPrice(spec, { isGrowing }), made: anyMade(spec) }),
  );

/** The rule of a generated price; skips one that is refused, such as one that may divide by 0. */
function ruleOf({ spec, price }: Sold): PriceRule {
  const read = readPrice(price, inputOf(spec));
  fc.pre(read.ok);
  return read.rule;
}

/** Numbers that a program may report, and values that are no units. */
const anyReport = fc.oneof(
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double(),
  fc.integer(),
  fc.constantFrom<unknown>(undefined, null, '3', [2]),
);

test('measured ≤ quoted ≤ bound for every rule, and a charge is at least the minimum', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(anySold({ isGrowing: false }), anyReport, part, (sold, reported, known) => {
      const rule = ruleOf(sold);
      const quote = quoteCall(rule, foreseen(sold.made, sold.spec, known));
      const { units } = measureCall(rule, { call: measured(sold.made), quotedUnits: quote.units, reported });
      expect(units >= 1n && units <= quote.units && quote.units <= rule.unitsMax).toBe(true);
      const charge = chargeMicros(units, quote);
      expect(charge >= quote.minimumMicros && charge >= units * quote.unitPriceMicros).toBe(true);
      expect(charge <= quote.maximumMicros && quote.maximumMicros <= rule.chargeMaxMicros).toBe(true);
    }),
    { numRuns: RUNS, maxSkipsPerRun: RUNS },
  );
});

test('measured = quoted if the units follow from the input', () => {
  fc.assert(
    fc.property(anySold({ isGrowing: false }), (sold) => {
      const rule = ruleOf(sold);
      fc.pre('ceil' in rule.price.units);
      const call = measured(sold.made);
      const { units: quotedUnits } = quoteCall(rule, call);
      expect(measureCall(rule, { call, quotedUnits })).toEqual({ units: quotedUnits, finding: null });
    }),
    { numRuns: RUNS, maxSkipsPerRun: RUNS },
  );
});

/** A larger call: each number at its maximum with some chance, longer texts and arrays, larger files. */
function grown({ made, spec }: Sold, isGrown: (place: string) => boolean): Made {
  const raised = (value: unknown, place: string, most: number): unknown =>
    typeof value === 'number' && isGrown(place) ? most : value;
  const { text, list, number, integer } = made.arguments;
  const items = (list ?? []) as readonly Readonly<Record<string, unknown>>[];
  const longer = items.map((item, n) => ({ ...item, size: raised(item['size'], `size${n}`, spec.integer.most) }));
  const given = {
    number: raised(number, 'number', spec.number.most),
    integer: raised(integer, 'integer', spec.integer.most),
    text: typeof text === 'string' && isGrown('text') ? 'x'.repeat(spec.text.most) : text,
    list: list === undefined ? undefined : longer,
  };
  const files = Object.entries(made.files).map(([at, facts]) => {
    const { pixelsMax, sideMax, secondsMax, sizeBytesMax } = spec.limits;
    const largest = { pixels: pixelsMax, width: sideMax, height: sideMax, seconds: secondsMax, bytes: sizeBytesMax };
    return [at, isGrown(at) ? largest : facts];
  });
  const present = Object.entries({ ...made.arguments, ...given }).filter(([, value]) => value !== undefined);
  return { arguments: Object.fromEntries(present), files: Object.fromEntries(files) as Made['files'] };
}

test('a larger call never costs less under a rule of operators that only grow', () => {
  fc.assert(
    fc.property(anySold({ isGrowing: true }), fc.func(fc.boolean()), (sold, isGrown) => {
      const rule = ruleOf(sold);
      const [small, large] = [sold.made, grown(sold, (place) => isGrown(place))];
      const quotes = [small, large].map((made) => quoteCall(rule, measured(made)).units);
      expect(quotes[0]! <= quotes[1]!, `${quotes.join(' then ')} units`).toBe(true);
    }),
    { numRuns: 3000, maxSkipsPerRun: RUNS },
  );
});

test('wider limits of the arguments never lower the bound', () => {
  const widened = ({ number, integer, text, list, limits, ...spec }: Spec): Spec => ({
    ...spec,
    number: { ...number, most: number.most + 1 },
    integer: { ...integer, most: integer.most + 1 },
    text: { ...text, most: text.most + 1 },
    list: { ...list, most: list.most + 1 },
    limits: {
      pixelsMax: limits.pixelsMax + 1,
      sideMax: limits.sideMax + 1,
      secondsMax: limits.secondsMax + 1,
      sizeBytesMax: limits.sizeBytesMax + 1,
    },
  });
  fc.assert(
    fc.property(anySold({ isGrowing: false }), (sold) => {
      const [narrow, wide] = [ruleOf(sold), ruleOf({ ...sold, spec: widened(sold.spec) })];
      expect(narrow.unitsMax <= wide.unitsMax).toBe(true);
    }),
    { numRuns: 3000, maxSkipsPerRun: RUNS },
  );
});

test('the bound is met by a call if each argument occurs once in a rule of operators that only grow', () => {
  fc.assert(
    fc.property(anySpec, (spec) => {
      const price: Price = {
        unit: 'thing',
        unitPriceMicros: 3,
        minimumChargeMicros: 1,
        units: {
          ceil: {
            add: [
              { arg: '/number', else: 0 },
              {
                mul: [
                  { arg: '/integer', else: 0 },
                  { fact: '/file', of: 'seconds', else: 0 },
                ],
              },
            ],
          },
        },
        onFailure: 'none',
      };
      const largest = { number: spec.number.most, integer: spec.integer.most, file: {} };
      const files = new Map([['/file', { seconds: spec.limits.secondsMax }]]);
      const rule = ruleOf({ spec, price, made: { arguments: {}, files: {} } });
      expect(quoteCall(rule, { arguments: largest, files }).units).toBe(rule.unitsMax);
    }),
  );
});
