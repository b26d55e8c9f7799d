/**
 * The keywords of JSON Schema that a manifest may use, by the form of a schema. Only these bound each value on their own,
 * so the limits of an argument can be read from its schema alone.
 */

export const FORMS = {
  file: ['$ref'],
  constant: ['const', 'type'],
  choice: ['enum', 'type'],
  boolean: ['type'],
  integer: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['type', 'minLength', 'maxLength', 'pattern'],
  array: ['type', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['type', 'properties', 'required', 'additionalProperties'],
} as const;

export type Form = keyof typeof FORMS;
export type Keyword = (typeof FORMS)[Form][number] | 'title' | 'description' | 'default';

/** Keywords for people, which every form may have. */
export const TEXTS = ['title', 'description'] as const;

export const FILE_REF = 'farebox:file';

const TYPES = ['boolean', 'integer', 'number', 'string', 'array', 'object'] as const satisfies readonly Form[];

export const TYPE_WORDS = TYPES.map((type) => `"${type}"`).join(', ');

/** The form of a schema; null if it has none. */
export function formOf(schema: Readonly<Record<string, unknown>>): Form | null {
  if (Object.hasOwn(schema, '$ref')) return 'file';
  if (Object.hasOwn(schema, 'const')) return 'constant';
  if (Object.hasOwn(schema, 'enum')) return 'choice';
  const type = Object.hasOwn(schema, 'type') ? schema['type'] : undefined;
  return TYPES.find((each) => each === type) ?? null;
}
