/** The bounds that each form of an input schema must have, and the order of lower and upper bounds. */
import { below, isObject, type Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import type { Form } from './forms.ts';

type Members = Readonly<Record<string, unknown>>;

interface Found {
  readonly at: string;
  readonly problems: Problems;
  /** A schema of a result needs no bounds. */
  readonly isInput: boolean;
}

export function checkBounds(schema: Members, form: Form, found: Found): void {
  if (found.isInput) BOUNDS[form](schema, found);
  checkType(schema, found);
  for (const pair of PAIRS) checkOrder(schema, pair, found);
  checkRequired(schema, found);
}

const BOUNDS: Readonly<Record<Form, (schema: Members, found: Found) => void>> = {
  file: () => undefined,
  constant: () => undefined,
  choice: () => undefined,
  boolean: () => undefined,
  integer: checkNumber,
  number: checkNumber,
  string(schema, { at, problems }) {
    if (!Object.hasOwn(schema, 'maxLength'))
      problems.add(below(at, 'maxLength'), 'is missing: write the most characters, or list the texts in "enum"');
  },
  array(schema, { at, problems }) {
    const { maxItems, items, uniqueItems } = schema;
    if (maxItems === undefined) problems.add(below(at, 'maxItems'), 'is missing: write the most elements');
    if (items === undefined) problems.add(below(at, 'items'), 'is missing: write the schema of each element');
    if (uniqueItems === true && typeof maxItems === 'number' && maxItems > MANIFEST_LIMITS.uniqueItems)
      problems.add(below(at, 'maxItems'), `must be at most ${MANIFEST_LIMITS.uniqueItems} with "uniqueItems"`);
  },
  object(schema, { at, problems }) {
    if (schema['additionalProperties'] !== false)
      problems.add(below(at, 'additionalProperties'), 'must be false: a request has no other members');
    if (schema['properties'] === undefined)
      problems.add(below(at, 'properties'), 'is missing: write the schema of each member, or {}');
  },
};

function checkNumber(schema: Members, { at, problems }: Found): void {
  const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => Object.hasOwn(schema, keyword));
  if (!has('minimum', 'exclusiveMinimum')) problems.add(below(at, 'minimum'), 'is missing: write the least value');
  if (!has('maximum', 'exclusiveMaximum')) problems.add(below(at, 'maximum'), 'is missing: write the highest value');
}

/** The type beside `enum` or `const` is that of the values. */
function checkType(schema: Members, { at, problems }: Found): void {
  const { type, enum: choices } = schema;
  if (type === undefined) return;
  const values: readonly unknown[] = Array.isArray(choices) ? choices : [schema['const']];
  const isOfType = (value: unknown): boolean =>
    value === undefined || type === typeof value || (type === 'integer' && Number.isInteger(value));
  if (!values.every(isOfType)) problems.add(below(at, 'type'), 'must be the type of the values, or be left out');
}

const PAIRS = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

function checkOrder(schema: Members, [lower, upper]: readonly [string, string], { at, problems }: Found): void {
  const [least, most] = [schema[lower], schema[upper]];
  if (typeof least === 'number' && typeof most === 'number' && least > most)
    problems.add(below(at, upper), `must be at least "${lower}"`);
}

function checkRequired({ required, properties }: Members, { at, problems }: Found): void {
  if (required === undefined) return;
  const place = below(at, 'required');
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
    return problems.add(place, 'must be a list of names');
  if (required.length > MANIFEST_LIMITS.properties)
    return problems.add(place, `has more than ${MANIFEST_LIMITS.properties} names`);
  const known = isObject(properties) ? properties : {};
  required.forEach((name: string, index) => {
    if (!Object.hasOwn(known, name)) problems.add(below(place, index), 'is no member of "properties"');
    else if (required.indexOf(name) < index) problems.add(below(place, index), 'is listed twice');
  });
}
