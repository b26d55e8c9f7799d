/**
 * The form of a price as JSON Schema, for the schema of a manifest and for editors. `readPrice` checks the same form
 * with better words; a property test compares both.
 */
import { type TSchema, Type } from 'typebox';
import { PLACES_MAX } from './arithmetic/rational.ts';
import { AMOUNT_MAX, REPORTED, UNIT } from './check/amounts.ts';
import { OPERANDS_MAX } from './check/shape.ts';
import { POINTER, POINTER_LENGTH_MAX } from './pointer.ts';
import { FACTS, type Field, KINDS, type Kind, ON_FAILURE, type Price, SHAPES } from './rule.ts';

const closed = { additionalProperties: false } as const;

/** The name of a node's schema in `$defs`. */
const EXPR = 'expr';
const expr = (): TSchema => Type.Ref(`#/$defs/${EXPR}`);

const pointer = Type.String({
  maxLength: POINTER_LENGTH_MAX,
  pattern: POINTER.source,
  description: 'JSON Pointer to an argument; within `each`, `*` is the element at hand.',
});

const number = Type.Number({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: `A constant with at most ${PLACES_MAX} decimals.`,
});

const tableOf = (entry: TSchema) =>
  Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: entry,
    minProperties: 1,
    description: 'A number for each value of the argument.',
  });

const FIELDS: Readonly<Record<Field, () => TSchema>> = {
  pointer: () => pointer,
  fact: () => Type.Enum(Object.keys(FACTS)),
  table: () => tableOf(number),
  expr,
  optional: () => Type.Optional(expr()),
  operands: () => Type.Array(expr(), { minItems: 1, maxItems: OPERANDS_MAX }),
  pair: () => Type.Array(expr(), { minItems: 2, maxItems: 2 }),
};

const nodeSchema = (kind: Kind): TSchema =>
  Type.Object(
    Object.fromEntries(Object.entries<Field>(SHAPES[kind]).map(([name, field]) => [name, FIELDS[field]()])),
    closed,
  );

const amount = (least: 0 | 1) => {
  const micros = Type.Integer({ minimum: least, maximum: AMOUNT_MAX, description: 'In micro-units of USD.' });
  return Type.Union([micros, Type.Object({ lookup: pointer, table: tableOf(micros) }, closed)]);
};

const quantity = Type.Union([
  Type.Object({ ceil: expr() }, closed),
  Type.Object({ reported: Type.String({ pattern: REPORTED.source }), max: expr() }, closed),
]);

/** The member `price` of a manifest. */
export const PriceSchema = Type.Unsafe<Price>(
  Type.Object(
    {
      unit: Type.String({ pattern: UNIT.source, description: 'One unit in words.' }),
      unitPriceMicros: amount(0),
      minimumChargeMicros: amount(1),
      units: quantity,
      onFailure: Type.Enum([...ON_FAILURE]),
    },
    { ...closed, $id: 'PriceRule', $defs: { [EXPR]: Type.Union([number, ...KINDS.map(nodeSchema)]) } },
  ),
);
