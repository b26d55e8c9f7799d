/** Checks a tool's input against its schema. Never changes the client's input: defaults are filled into a copy. */
import type { FieldProblems } from '@farebox/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { JsonObject } from '../json.ts';
import { fieldProblems } from './problems.ts';

export type Validated<A> =
  | { readonly ok: true; readonly arguments: JsonObject & A }
  | { readonly ok: false; readonly fields: FieldProblems };

/** Fills defaults into the value it receives. An accepted value has the type that the schema describes. */
export type Reader<A> = (value: JsonObject) => Validated<A>;

// One instance for all schemas: it compiles the meta-schema once.
const ajv = new Ajv2020({ strict: true, allErrors: true, useDefaults: true });

const UNKNOWN_FIELD = 'is not a field of this tool';

/** Compiles a schema of type `A`. Throws if the schema is not strict JSON Schema 2020-12. */
export const compileReader = <A>(schema: TSchema, unknownField = UNKNOWN_FIELD): Reader<A> =>
  readerOf(ajv.compile<A>(schema), unknownField);

/** Compiles a checked schema that may be dropped again: the shared instance would keep it for ever. */
export const compileAlone = <A>(schema: TSchema): Reader<A> =>
  readerOf(
    new Ajv2020({ strict: true, allErrors: true, useDefaults: true, meta: false, validateSchema: false }).compile<A>(
      schema,
    ),
    UNKNOWN_FIELD,
  );

const readerOf =
  <A>(validate: ValidateFunction<A>, unknownField: string): Reader<A> =>
  (value) =>
    validate(value)
      ? { ok: true, arguments: value }
      : { ok: false, fields: fieldProblems(validate.errors ?? [], unknownField) };

/**
 * Compiles a catalog schema on first use, which takes a few milliseconds: compiling the schemas of all tools was half
 * of a gateway's start. input-schemas.test.ts compiles the schema of every tool.
 */
export function lazyReader<A>(schema: TSchema, compile: (schema: TSchema) => Reader<A> = compileReader): Reader<A> {
  let read: Reader<A> | undefined;
  return (value) => (read ??= compile(schema))(value);
}
