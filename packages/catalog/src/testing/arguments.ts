/**
 * Arguments of a tool, generated from its schema: anything that a client could send. Only keywords of single fields
 * are followed; the catalog decides which fields are valid together. An unknown keyword is an error, so that no new
 * tool goes untested.
 */
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import type { JsonObject, JsonValue } from '../json.ts';

interface Schema {
  readonly type?: string;
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** How far a number lies from its minimum, and how often. Test media is small and short, because large media takes time. */
const REACHES = [
  { reach: 4, weight: 3 },
  { reach: 1600, weight: 4 },
  { reach: Infinity, weight: 1 },
] as const;
const MORE_ITEMS_MAX = 3;
const TEXT_MAX = 40;

/** @param fileIds ids for the file arguments. */
export const anyArguments = (schema: TSchema, fileIds: readonly string[]): fc.Arbitrary<JsonObject> =>
  anyValue(schema, fileIds) as fc.Arbitrary<JsonObject>;

function anyValue(schema: Schema, fileIds: readonly string[]): fc.Arbitrary<JsonValue> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return anyNumber(schema);
    case 'string':
      return anyText(schema);
    case 'array':
      return anyArray(schema, fileIds);
    case 'object':
      return anyObject(schema, fileIds);
    default:
      throw new Error(`nothing is generated for ${JSON.stringify(schema)}`);
  }
}

function anyNumber({ type, minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum;
  if (min === undefined || maximum === undefined) throw new Error('a number has bounds');
  const within = (max: number) =>
    type === 'integer'
      ? fc.integer({ min, max })
      : fc.double({ min, max, noNaN: true, minExcluded: exclusiveMinimum !== undefined });
  return fc.oneof(
    ...REACHES.map(({ reach, weight }) => ({ arbitrary: within(Math.min(maximum, min + reach)), weight })),
  );
}

function anyText({ pattern, minLength = 0, maxLength = TEXT_MAX }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + TEXT_MAX) });
}

function anyArray({ items, minItems = 0, maxItems = Infinity }: Schema, fileIds: readonly string[]) {
  if (items === undefined) throw new Error('an array says what it holds');
  return fc.array(anyValue(items, fileIds), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + MORE_ITEMS_MAX),
  });
}

function anyObject({ properties = {}, required = [] }: Schema, fileIds: readonly string[]): fc.Arbitrary<JsonObject> {
  if ('fileId' in properties) return fc.constantFrom(...fileIds).map((fileId) => ({ fileId }));
  const fields = Object.entries(properties).map(([name, schema]) => [name, anyValue(schema, fileIds)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}
