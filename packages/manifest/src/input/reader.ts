/** Compiles checked schemas, to validate values of the manifest itself: its example, defaults and test cases. */
import { below } from '@farebox/price-rules';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonMembers, JsonValue } from '../manifest.ts';
import { FILE_REF } from './forms.ts';

/** By JSON Pointer into the value → reason. Empty: the value is valid. */
export type ValueProblems = ReadonlyMap<string, string>;

export interface ValueReader {
  /** @returns the problems, and a copy of the value with its defaults. */
  read(value: JsonValue): { readonly filled: JsonValue; readonly problems: ValueProblems };
}

/**
 * The input schema with a schema of its own for each file argument, as a catalog publishes it.
 * @param schema checked, so it is small and has no other references.
 */
export function withFiles(schema: JsonMembers): JsonMembers {
  const { $ref, ...rest } = schema;
  if ($ref === FILE_REF) return { ...FILE, ...rest };
  return mapped(schema, (value) => (isMembers(value) ? withFiles(value) : value));
}

const FILE: JsonMembers = {
  type: 'object',
  additionalProperties: false,
  required: ['fileId'],
  properties: { fileId: { type: 'string', minLength: 1, maxLength: 64 } },
};

/** Changes the schemas inside of a schema. */
function mapped(schema: JsonMembers, change: (value: JsonValue) => JsonValue): JsonMembers {
  const { properties, items } = schema;
  const changed = isMembers(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, change(each)]))
    : undefined;
  return {
    ...schema,
    ...(changed === undefined ? {} : { properties: changed }),
    ...(items === undefined ? {} : { items: change(items) }),
  };
}

const isMembers = (value: JsonValue | undefined): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param schema checked, with `withFiles` applied. */
export type Compile = (schema: JsonMembers) => ValueReader;

/** Compiles schemas of one manifest. A shared compiler would keep each schema that anybody has ever sent. */
export function createCompiler(): Compile {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    useDefaults: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  return (schema) => {
    const validate = ajv.compile(schema);
    return {
      read(value) {
        const filled = structuredClone(value);
        const problems = validate(filled) ? [] : (validate.errors ?? []).map(problemOf);
        return { filled, problems: new Map(problems) };
      },
    };
  };
}

function problemOf({ instancePath, params, message = 'is not valid', keyword }: ErrorObject): [string, string] {
  const member: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const at = typeof member === 'string' ? below(instancePath, member) : instancePath;
  if (keyword === 'required') return [at, 'is required by the schema'];
  return [at, keyword === 'additionalProperties' ? 'is no member of the schema' : message];
}

/** The problems of defaults that their own schemas refuse, by JSON Pointer into the schema. */
export function defaultProblems(schema: JsonMembers, compile: Compile): ValueProblems {
  const found = defaultsIn(schema, '');
  if (found.length === 0) return new Map();
  const places = found.map(({ at }) => below(at, 'default'));
  // One schema for all: compiling is most of the work of reading a manifest.
  const reader = compile({
    type: 'array',
    prefixItems: found.map(({ own }) => own),
    minItems: found.length,
    items: false,
  });
  const { problems } = reader.read(found.map(({ value }) => value));
  const told = new Map<string, string>();
  for (const [pointer, reason] of problems) {
    const place = places[Number(/^\/(\d+)/.exec(pointer)?.[1])] ?? '';
    if (!told.has(place)) told.set(place, `is refused by its own schema: ${reason}`);
  }
  return told;
}

interface Default {
  readonly at: string;
  readonly own: JsonMembers;
  readonly value: JsonValue;
}

function defaultsIn(schema: JsonMembers, at: string): readonly Default[] {
  const { default: value, properties, items } = schema;
  const inside: (readonly [string, JsonValue])[] = isMembers(properties)
    ? Object.entries(properties).map(([name, each]) => [below(below(at, 'properties'), name), each])
    : [];
  if (items !== undefined) inside.push([below(at, 'items'), items]);
  return [
    ...(value === undefined ? [] : [{ at, own: withoutDefault(schema), value }]),
    ...inside.flatMap(([place, each]) => (isMembers(each) ? defaultsIn(each, place) : [])),
  ];
}

/** Ajv refuses a default of an element that is listed by its position. */
function withoutDefault({ default: _, ...schema }: JsonMembers): JsonMembers {
  return schema;
}
