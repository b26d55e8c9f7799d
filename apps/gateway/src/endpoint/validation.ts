/** Validates requests against the schemas of their routes. Each schema is compiled once, for the first request that needs it. */
import {
  type FieldProblems,
  invalidRequest,
  type JsonObject,
  ROUTES,
  type Route,
  type RouteName,
  SHOWN_LINES,
  SHOWN_TEXT,
} from '@farebox/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { CheckedBody, JsonRouteName } from './handler.ts';

export type Check = (value: unknown) => void;

/** Maximum number of problems in one response. */
const PROBLEMS_MAX = 20;
const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { int32: true, int64: true, double: true } });

/** Returns a check of a body that throws `invalid_request` with all problems. */
export const compileCheck = (schema: TSchema): Check => compile(schema, (pointer) => pointer);

/** Compiles the check of a flat query string; its problems are named `query:<name>`, also those of an item of a list. */
export const compileQueryCheck = (schema: TSchema): Check =>
  compile(schema, (pointer) => `query:${(pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')}`);

function compile(schema: TSchema, rootOf: (pointer: string) => string): Check {
  const { $id: _, ...anonymous } = schema as TSchema & { $id?: string }; // several routes may share a named schema
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(anonymous);
    if (validate(value)) return;
    const problems = Object.entries(problemsOf(validate.errors ?? []));
    throw invalidRequest(Object.fromEntries(problems.map(([pointer, reason]) => [rootOf(pointer), reason])));
  };
}

/** Maps JSON Pointer → reason. */
function problemsOf(errors: readonly ErrorObject[]): FieldProblems {
  const problems = new Map<string, string>();
  for (const error of errors.slice(0, PROBLEMS_MAX)) {
    const [pointer, reason] = problemOf(error);
    if (!problems.has(pointer)) problems.set(pointer, reason);
  }
  return Object.fromEntries(problems);
}

const NOT_SHOWN = 'without control characters and marks that change the direction of text';
const SHOWN: Readonly<Record<string, string>> = {
  [SHOWN_TEXT]: `must be one line, ${NOT_SHOWN}`,
  [SHOWN_LINES]: `must be text ${NOT_SHOWN}`,
};

function problemOf({ keyword, instancePath, params, message = 'is not valid' }: ErrorObject): [string, string] {
  switch (keyword) {
    case 'required':
      return [member(instancePath, params['missingProperty']), 'is required'];
    case 'additionalProperties':
      return [member(instancePath, params['additionalProperty']), 'is not a field of this request'];
    case 'enum':
      return [instancePath, `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`];
    case 'pattern':
      return [instancePath, SHOWN[String(params['pattern'])] ?? message];
    default:
      return [instancePath, message];
  }
}

/** Appends to a pointer (RFC 6901); the client chose the name, so its length is bounded. */
const member = (parent: string, name: unknown): string =>
  `${parent}/${String(name).slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const bodyChecks = new Map<RouteName, Check>(
  (Object.entries(ROUTES) as [RouteName, Route][]).flatMap(([name, { body }]) =>
    body === undefined ? [] : [[name, compileCheck(body.schema)] as const],
  ),
);

/** Returns the body with the type of its route's schema. Throws `invalid_request`. */
export function checkedBody<N extends JsonRouteName>(name: N, body: JsonObject): CheckedBody<N> {
  bodyChecks.get(name)?.(body);
  return body as CheckedBody<N>;
}
