/** Checks what a client sent against the schemas of its route. Compiled once, at start. */
import { type FieldProblems, invalidRequest, ROUTES, type Route, type RouteName } from '@tollgate/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CheckedBody, JsonObject, JsonRouteName } from './endpoint.ts';

export type Check = (value: unknown) => void;

/** Problems named in one answer, at most. */
const PROBLEMS_MAX = 20;

/** Returns a check that throws `invalid_request` with every problem it found. */
export function compileCheck(schema: TSchema): Check {
  const validator = Compile(schema);
  return (value) => {
    if (!validator.Check(value)) throw invalidRequest(problemsOf(validator.Errors(value)));
  };
}

interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** JSON Pointer → reason. */
function problemsOf(errors: Iterable<Problem>): FieldProblems {
  const problems = Object.create(null) as Record<string, string>;
  for (const { keyword, instancePath, params, message } of errors) {
    const { requiredProperties, additionalProperties } = params as {
      requiredProperties?: string[];
      additionalProperties?: string[];
    };
    if (keyword === 'boolean') continue; // says of each unknown field again what `additionalProperties` says
    for (const name of requiredProperties ?? []) problems[pointer(instancePath, name)] = 'is required';
    for (const name of additionalProperties ?? [])
      problems[pointer(instancePath, name)] = 'is not a field of this request';
    if (requiredProperties === undefined && additionalProperties === undefined) problems[instancePath] ??= message;
  }
  return Object.fromEntries(Object.entries(problems).slice(0, PROBLEMS_MAX));
}

const pointer = (parent: string, name: string): string =>
  `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const bodyChecks = new Map<RouteName, Check>(
  (Object.entries(ROUTES) as [RouteName, Route][]).flatMap(([name, { body }]) =>
    body === undefined ? [] : [[name, compileCheck(body.schema)] as const],
  ),
);

/** The body as its route's schema types it. Throws `invalid_request`. */
export function checkedBody<N extends JsonRouteName>(name: N, body: JsonObject): CheckedBody<N> {
  bodyChecks.get(name)?.(body);
  return body as CheckedBody<N>;
}
