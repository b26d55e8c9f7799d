/** Generated prices with the inputs that they are about, for property tests. */
import fc from 'fast-check';
import type { Amount, Expr, Fact, FileLimits, Pointer, Price, Quantity } from '../rule.ts';
import type { Input } from '../schema/limits-of-calls.ts';

/** Whether every call has an argument. */
type Presence = 'required' | 'default' | 'optional';

interface Limited {
  readonly presence: Presence;
  readonly least: number;
  readonly most: number;
}

/** One argument of each type. */
export interface Spec {
  readonly number: Limited;
  readonly integer: Limited;
  readonly text: Limited;
  readonly list: Limited;
  readonly word: Presence;
  readonly flag: Presence;
  readonly angle: Presence;
  readonly file: Presence;
  readonly limits: Required<FileLimits>;
}

export const WORDS = ['small', 'large'] as const;

const presence = fc.constantFrom<Presence>('required', 'default', 'optional');
const limited = (leasts: readonly number[], reach: fc.Arbitrary<number>): fc.Arbitrary<Limited> =>
  fc
    .record({ presence, least: fc.constantFrom(...leasts), reach })
    .map(({ reach: more, ...rest }) => ({ ...rest, most: rest.least + more }));

export const anySpec: fc.Arbitrary<Spec> = fc.record({
  number: limited([0, 0.25, 1, 7.5], fc.constantFrom(0, 0.1, 3, 99.999)),
  integer: limited([0, 1, 12], fc.integer({ min: 0, max: 50 })),
  text: limited([0, 1, 3], fc.integer({ min: 0, max: 20 })),
  list: limited([0, 1, 2], fc.integer({ min: 0, max: 2 })),
  word: presence,
  flag: presence,
  angle: presence,
  file: presence,
  limits: fc.record({
    pixelsMax: fc.integer({ min: 1, max: 40_000_000 }),
    sideMax: fc.integer({ min: 1, max: 16_383 }),
    secondsMax: fc.integer({ min: 0, max: 3600 }),
    sizeBytesMax: fc.integer({ min: 0, max: 12_582_912 }),
  }),
});

/** The input schema and the file rules of a manifest. */
export function inputOf({ limits, ...spec }: Spec): Input {
  const { number, integer, text, list } = spec;
  const item = {
    type: 'object',
    required: ['size', 'file'],
    properties: {
      size: { type: 'integer', minimum: integer.least, maximum: integer.most },
      kind: { enum: [...WORDS], default: 'small' },
      file: { $ref: 'farebox:file' },
    },
  };
  const properties: Readonly<Record<keyof typeof spec, object>> = {
    number: { type: 'number', minimum: number.least, maximum: number.most },
    integer: { type: 'integer', minimum: integer.least, maximum: integer.most },
    text: { type: 'string', minLength: text.least, maxLength: text.most },
    list: { type: 'array', minItems: list.least, maxItems: list.most, items: item },
    word: { enum: [...WORDS] },
    flag: { type: 'boolean' },
    angle: { type: 'number' },
    file: { $ref: 'farebox:file' },
  };
  const are = (wanted: Presence) => Object.entries(spec).filter(([, given]) => presenceOf(given) === wanted);
  const defaults = are('default').map(([name]) => [name, { ...properties[name as keyof typeof spec], default: 0 }]);
  return {
    inputSchema: {
      type: 'object',
      required: are('required').map(([name]) => name),
      properties: { ...properties, ...Object.fromEntries(defaults) },
    },
    files: { '/file': limits, '/list/*/file': limits },
  };
}

export const presenceOf = (given: Presence | Limited): Presence => (typeof given === 'string' ? given : given.presence);

const FACT_NAMES = ['pixels', 'width', 'height', 'seconds', 'bytes'] as const satisfies readonly Fact[];
const constant = fc.constantFrom(0, 1, 2, 0.5, 3.25, 100, 1_000_000);
const above0 = fc.constantFrom(1, 2, 0.5, 100, 1_000_000);
const table = fc.record({ small: constant, large: constant });
const flags = fc.record({ true: constant, false: constant });

interface Allowed {
  /** Only leaves and operators that grow with the call. */
  readonly isGrowing: boolean;
  readonly isWithin: boolean;
}

type Leaf = Exclude<Expr, number>;

/** A leaf with an `else` if calls may lack the argument. */
const orElse = (leaf: fc.Arbitrary<Leaf>, given: Presence | Limited): fc.Arbitrary<Expr> =>
  presenceOf(given) === 'optional' ? fc.tuple(leaf, constant).map(([node, other]) => ({ ...node, else: other })) : leaf;

function leavesOf(spec: Spec, { isGrowing, isWithin }: Allowed): fc.Arbitrary<Expr>[] {
  const fact = (pointer: Pointer) => fc.constantFrom(...FACT_NAMES).map((of) => ({ fact: pointer, of }));
  const element = [
    fc.constant({ arg: '/list/*/size' }),
    fact('/list/*/file'),
    ...(isGrowing ? [] : [table.map((entries) => ({ lookup: '/list/*/kind', table: entries }))]),
  ];
  const choices = [
    orElse(
      table.map((entries) => ({ lookup: '/word', table: entries })),
      spec.word,
    ),
    orElse(
      flags.map((entries) => ({ lookup: '/flag', table: entries })),
      spec.flag,
    ),
    orElse(fc.constantFrom<Leaf>({ sine: '/angle' }, { cosine: '/angle' }), spec.angle),
  ];
  return [
    constant,
    orElse(fc.constant({ arg: '/number' }), spec.number),
    orElse(fc.constant({ arg: '/integer' }), spec.integer),
    orElse(fc.constant({ chars: '/text' }), spec.text),
    orElse(fc.constant({ count: '/list' }), spec.list),
    orElse(fact('/file'), spec.file),
    ...(isWithin ? element : []),
    ...(isGrowing ? [] : choices),
  ];
}

function anyExpr(spec: Spec, depth: number, allowed: Allowed): fc.Arbitrary<Expr> {
  const leaf = fc.oneof(...leavesOf(spec, allowed));
  if (depth === 0) return leaf;
  const inner = anyExpr(spec, depth - 1, allowed);
  const operands = fc.array(inner, { minLength: 1, maxLength: 3 });
  const divisor = allowed.isGrowing
    ? above0
    : fc.oneof(
        above0,
        inner,
        inner.map((expr): Expr => ({ add: [1, expr] })),
      );
  const each = allowed.isWithin ? inner : anyExpr(spec, depth - 1, { ...allowed, isWithin: true });
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    operands.map((add): Expr => ({ add })),
    operands.map((mul): Expr => ({ mul })),
    operands.map((max): Expr => ({ max })),
    operands.map((min): Expr => ({ min })),
    fc.tuple(inner, divisor).map((div): Expr => ({ div })),
    ...(allowed.isGrowing ? [] : [fc.tuple(inner, inner).map((sub): Expr => ({ sub }))]),
    inner.map((ceil): Expr => ({ ceil })),
    inner.map((floor): Expr => ({ floor })),
    ...(allowed.isWithin
      ? []
      : [
          each.map((expr): Expr => ({ sum: '/list', each: expr })),
          each.map((expr): Expr => ({ largest: '/list', each: expr })),
        ]),
  );
}

const DEPTH = 3;

const anyUnits = (spec: Spec, isGrowing: boolean): fc.Arbitrary<Quantity> => {
  const expr = anyExpr(spec, DEPTH, { isGrowing, isWithin: false });
  const ceil = expr.map((each): Quantity => ({ ceil: each }));
  return isGrowing
    ? ceil
    : fc.oneof(
        ceil,
        expr.map((max): Quantity => ({ reported: 'tokens', max })),
      );
};

const amountOf = (spec: Spec, least: number): fc.Arbitrary<Amount> => {
  const micros = fc.integer({ min: least, max: 5_000 });
  const byWord = fc.record({ small: micros, large: micros }).map((entries) => ({ lookup: '/word', table: entries }));
  return spec.word === 'optional' ? micros : fc.oneof(micros, byWord);
};

export const anyPrice = (spec: Spec, { isGrowing }: { readonly isGrowing: boolean }): fc.Arbitrary<Price> =>
  fc.record({
    unit: fc.constant('thing'),
    unitPriceMicros: amountOf(spec, 0),
    minimumChargeMicros: amountOf(spec, 1),
    units: anyUnits(spec, isGrowing),
    onFailure: fc.constantFrom('none', 'stated'),
  });
