/** Checks a tool's input against its schema. Never changes what the client sent: defaults go into a copy. */
import type { FieldProblems } from '@tollgate/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { type JsonObject, copyJson } from '../json.ts';
import { fieldProblems } from './problems.ts';

export type Validated =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly fields: FieldProblems };

/** Compiles a schema; throws on one that is not strict JSON Schema 2020-12. */
export function compileArguments(schema: TSchema): (input: Readonly<Record<string, unknown>>) => Validated {
  // strictRequired would forbid `anyOf: [{required: …}]`, the standard way to say "at least one of these".
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, useDefaults: true });
  const validate = ajv.compile(schema);
  return (input) => {
    const copy = copyJson(input);
    if (copy === null) return { ok: false, fields: { '': 'is larger than any input of this tool' } };
    return validate(copy) ? { ok: true, arguments: copy } : { ok: false, fields: fieldProblems(validate.errors ?? []) };
  };
}
