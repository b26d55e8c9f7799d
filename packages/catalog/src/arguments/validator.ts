/** Checks a tool's input against its schema. Never changes what the client sent: defaults go into a copy. */
import type { FieldProblems } from '@farebox/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { JsonObject } from '../json.ts';
import { fieldProblems } from './problems.ts';

export type Validated<A> =
  | { readonly ok: true; readonly arguments: JsonObject & A }
  | { readonly ok: false; readonly fields: FieldProblems };

/** Fills defaults into the value it is given. What it accepts has the type that its schema describes. */
export type Reader<A> = (value: JsonObject) => Validated<A>;

// One for all: it compiles the meta-schema once.
const ajv = new Ajv2020({ strict: true, allErrors: true, useDefaults: true });

/** Compiles a schema that describes an `A`; throws on one that is not strict JSON Schema 2020-12. */
export function compileReader<A>(schema: TSchema, unknownField = 'is not a field of this tool'): Reader<A> {
  const validate = ajv.compile<A>(schema);
  return (value) =>
    validate(value)
      ? { ok: true, arguments: value }
      : { ok: false, fields: fieldProblems(validate.errors ?? [], unknownField) };
}

/**
 * Reads by a schema of the catalog, which its first use compiles in a few milliseconds: all schemas of all tools at every start were half of a
 * gateway's. input-schemas.test.ts compiles the schema of every tool.
 */
export function lazyReader<A>(schema: TSchema): Reader<A> {
  let read: Reader<A> | undefined;
  return (value) => (read ??= compileReader<A>(schema))(value);
}
