/** Checks a tool's input against its schema. Never changes what the client sent: defaults go into a copy. */
import type { FieldProblems } from '@tollgate/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { type JsonObject, copyJson } from '../json.ts';
import { fieldProblems } from './problems.ts';

export type Validated =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly fields: FieldProblems };

/** Fills defaults into the value it is given; null when that is valid. */
export type Check = (value: JsonObject) => FieldProblems | null;

// One for all: it compiles the meta-schema once. strictRequired would forbid `anyOf: [{required: …}]`, the standard way
// to say "at least one of these".
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, useDefaults: true });

/** Compiles a schema; throws on one that is not strict JSON Schema 2020-12. */
export function compileCheck(schema: TSchema): Check {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? null : fieldProblems(validate.errors ?? []));
}

export function validateCopy(check: Check, input: Readonly<Record<string, unknown>>): Validated {
  const copy = copyJson(input);
  if (copy === null) return { ok: false, fields: { '': 'is larger than any input of this tool' } };
  const fields = check(copy);
  return fields === null ? { ok: true, arguments: copy } : { ok: false, fields };
}
