/**
 * Restates a schema of an OpenAPI document by the keywords of a manifest. A bound that the document does not state is left
 * out, so that reading the manifest names it. Nothing is guessed.
 */
import { FILE_TYPES, type FileType } from '@farebox/kernel';
import { below, isObject } from '@farebox/price-rules';
import { FILE_REF, FORMS, formOf, TEXTS } from '../input/forms.ts';
import type { JsonMembers, JsonValue } from '../manifest.ts';
import { listAt, type Members, objectAt, textAt } from './resolve.ts';

export interface Restating {
  readonly document: unknown;
  /** An input is closed, and its base64 texts are files. */
  readonly use: 'input' | 'result';
  /** Told what a manifest cannot say, by JSON Pointer of the argument. */
  readonly note: (at: string, note: string) => void;
  /** File arguments by JSON Pointer, with the media type that the document states. */
  readonly files: Map<string, FileType | null>;
  /** Schemas that are still read: those that contain themselves in several places would never end. */
  readonly left: { schemas: number };
}

export const SCHEMAS_MAX = 2_000;

const DEPTH_MAX = 8;

export interface SchemaPlace {
  /** JSON Pointer of the argument. */
  readonly at: string;
  readonly depth: number;
}

export const ROOT: SchemaPlace = { at: '', depth: 1 };

/** Null if a manifest cannot describe such a value. */
export function restated(value: unknown, { at, depth }: SchemaPlace, restating: Restating): JsonMembers | null {
  const schema = merged(objectAt(restating.document, value), restating, depth);
  const form = formOf(schema);
  if (form === null || depth > DEPTH_MAX || restating.left.schemas <= 0) {
    restating.note(at, 'has a schema that a manifest cannot describe, such as "oneOf": write one');
    return null;
  }
  if (restating.use === 'input' && isFile(schema)) return fileAt(schema, at, restating);
  const words = restating.use === 'input' ? [...TEXTS, 'default'] : TEXTS;
  const kept = Object.fromEntries([...FORMS[form], ...words].flatMap(keptIn(schema)));
  if (form === 'object') return objectOf(kept, schema, { at, restating, depth });
  if (form !== 'array') return kept;
  const items = restated(schema['items'], { at: below(at, '*'), depth: depth + 1 }, restating);
  if (items === null) return null;
  const { default: _, ...element } = items;
  return { ...kept, items: element };
}

const TEXT_MAX = 2_000;

/** Defaults of the manifest's own form are scalars here, and texts have its limits. */
const keptIn =
  (schema: Members) =>
  (name: string): readonly (readonly [string, JsonValue])[] => {
    const value = schema[name];
    if (value === undefined || isObject(value) || (name === 'default' && (value === null || Array.isArray(value))))
      return [];
    return [[name, (typeof value === 'string' ? value.slice(0, TEXT_MAX) : value) as JsonValue]];
  };

/** The schema with its type, without null, and with the members of `allOf`. */
function merged(schema: Members, restating: Restating, depth: number): Members {
  restating.left.schemas -= 1;
  if (restating.left.schemas <= 0) return {};
  const all = depth > DEPTH_MAX ? [] : listAt(schema, 'allOf');
  const one = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')]
    .map((each) => objectAt(restating.document, each))
    .filter(({ type }) => type !== 'null');
  const parts = [...all.map((each) => merged(objectAt(restating.document, each), restating, depth + 1)), schema];
  const whole = one.length === 1 ? [...parts, merged(one[0] ?? {}, restating, depth + 1)] : parts;
  const properties = Object.assign({}, ...whole.map((each) => each['properties'])) as Members;
  const required = whole.flatMap((each) => listAt(each, 'required'));
  const { enum: words, ...joined } = Object.assign({}, ...whole) as Members;
  const type = typeIn(joined, properties);
  return {
    ...joined,
    ...(Array.isArray(words) ? { enum: words.filter((word) => word !== null) } : {}),
    ...(type === undefined ? {} : { type }),
    ...(Object.keys(properties).length === 0 ? {} : { properties, required: [...new Set(required)] }),
    ...exclusiveOf(joined),
  };
}

function typeIn({ type }: Members, properties: Members): unknown {
  if (Array.isArray(type)) {
    const types: readonly unknown[] = type.filter((each) => each !== 'null');
    return types.length === 1 ? types[0] : undefined;
  }
  return type === undefined && Object.keys(properties).length > 0 ? 'object' : type;
}

/** OpenAPI 3.0 has a flag beside the bound. */
function exclusiveOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Members): Members {
  return {
    ...(typeof exclusiveMinimum === 'boolean' ? bound('inimum', minimum, exclusiveMinimum) : {}),
    ...(typeof exclusiveMaximum === 'boolean' ? bound('aximum', maximum, exclusiveMaximum) : {}),
  };
}

const bound = (word: string, value: unknown, isExclusive: boolean): Members => ({
  [`m${word}`]: isExclusive ? undefined : value,
  [`exclusiveM${word}`]: isExclusive ? value : undefined,
});

const isFile = ({ type, format, contentEncoding }: Members): boolean =>
  type === 'string' && (format === 'byte' || contentEncoding === 'base64');

function fileAt(schema: Members, at: string, { files }: Restating): JsonMembers {
  const mimeType = textAt(schema, 'contentMediaType');
  files.set(at, mimeType !== null && Object.hasOwn(FILE_TYPES, mimeType) ? (mimeType as FileType) : null);
  return { ...Object.fromEntries(TEXTS.flatMap(keptIn(schema))), $ref: FILE_REF };
}

interface ObjectAt {
  readonly at: string;
  readonly restating: Restating;
  readonly depth: number;
}

function objectOf(kept: JsonMembers, schema: Members, { at, restating, depth }: ObjectAt): JsonMembers | null {
  const { properties } = schema;
  const required = listAt(schema, 'required').filter((name): name is string => typeof name === 'string');
  const found: [string, JsonMembers][] = [];
  for (const [name, value] of isObject(properties) ? Object.entries(properties) : []) {
    const property = restated(value, { at: below(at, name), depth: depth + 1 }, restating);
    if (property !== null) found.push([name, property]);
    else if (restating.use === 'result') return null;
  }
  const { properties: _, required: __, additionalProperties: ___, default: ____, ...rest } = kept;
  const needed = required.filter((name) => found.some(([each]) => each === name));
  return {
    ...rest,
    ...(restating.use === 'input' ? { additionalProperties: false } : {}),
    ...(needed.length === 0 ? {} : { required: needed }),
    properties: Object.fromEntries(found),
  };
}
