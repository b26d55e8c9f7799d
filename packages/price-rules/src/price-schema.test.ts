/** The JSON Schema of a price and the reader of its form accept the same values. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasForm } from './check/form.ts';
import { createProblems } from './check/problems.ts';
import { PriceSchema } from './price-schema.ts';
import { anyPrice, anySpec } from './testing/manifests.ts';

const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(PriceSchema);

const anyGenerated = anySpec.chain((spec) => anyPrice(spec, { isGrowing: false }));

/** Values that are wrong in most places and right in a few. */
const anyValue = fc.constantFrom<unknown>(
  -1,
  0,
  1,
  '',
  '/n',
  'n',
  'pixels',
  null,
  true,
  [],
  [1],
  [1, 2],
  {},
  { arg: '/n' },
  { lookup: '/n', table: { a: 1 } },
  { a: 1 },
);
const MEMBERS = ['arg', 'else', 'of', 'table', 'add', 'each', 'max', 'unit'] as const;

/** One place of a price changed: a member replaced, removed or added. */
function changed(value: unknown, draw: (count: number) => number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null || draw(4) === 0) return other;
  const names = Object.keys(value);
  const name = names[draw(names.length)] ?? 'arg';
  const member = (value as Readonly<Record<string, unknown>>)[name];
  if (Array.isArray(value))
    return value.map((each: unknown, n) => (String(n) === name ? changed(each, draw, other) : each));
  const way = draw(6);
  if (way === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  if (way === 1) return { ...value, [MEMBERS[draw(MEMBERS.length)] ?? 'arg']: other };
  return { ...value, [name]: changed(member, draw, other) };
}

test('every generated price has the form, and the schema accepts it', () => {
  fc.assert(
    fc.property(anyGenerated, (price) => {
      expect([hasForm(price, createProblems()), isValid(price)]).toEqual([true, true]);
    }),
    { numRuns: 1000 },
  );
});

test('a price that was changed somewhere is accepted by both or by neither', () => {
  const accepted = { true: 0, false: 0 };
  fc.assert(
    fc.property(anyGenerated, anyValue, fc.gen(), (price, other, gen) => {
      const draw = (count: number): number => (count === 0 ? 0 : gen(fc.nat, { max: count - 1 }));
      const value = changed(price, draw, other);
      const problems = createProblems();
      const [byReader, bySchema] = [hasForm(value, problems), isValid(value)];
      accepted[`${byReader}`] += 1;
      expect({ byReader, problems: problems.told }).toEqual({ byReader: bySchema, problems: problems.told });
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(accepted.true, accepted.false)).toBeGreaterThan(30);
});
