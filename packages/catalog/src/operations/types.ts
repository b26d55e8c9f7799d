/** The declared operations as types, and the checks of a stored plan before any code relies on its type. */
import type { Engine } from '@farebox/kernel';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JsonObject } from '../json.ts';
import type { ArtifactCount } from './declaration.ts';
import { OPERATIONS } from './table.ts';

type Operations = typeof OPERATIONS;

export type OperationName = keyof Operations;
/** The operations of one engine, all of which its worker must implement. */
export type OperationOf<E extends Engine> = {
  [N in OperationName]: Operations[N]['engine'] extends E ? N : never;
}[OperationName];

/** Parameters as the worker receives them. */
export type ParametersOf<N extends OperationName> = Static<Operations[N]['parameters']>;
/** Parameters as a tool plans them: the quote adds the external service later. */
export type PlannedParameters<N extends OperationName> =
  N extends OperationOf<'provider'> ? Omit<ParametersOf<N>, 'provider' | 'model' | 'spare'> : OrNone<ParametersOf<N>>;
/** An empty parameter type that is still JSON for the compiler. */
type OrNone<P> = keyof P extends never ? Readonly<Record<string, never>> : P;
type Declared<N extends OperationName> = Operations[N]['inputs'][number];
type Always<I> = I extends `${string}?` | `${string}[]` ? never : I;
type Perhaps<I> = I extends `${string}[]?` ? never : I extends `${infer F}?` ? F : never;
type Listed<I> = I extends `${infer F}[]` | `${infer F}[]?` ? `${F}/${number}` : never;

/** The input fields that always hold a file. */
export type InputOf<N extends OperationName> = Always<Declared<N>>;
/** A value for each file of an operation, keyed by its declared fields. */
export type InputsOf<N extends OperationName, T> = [Perhaps<Declared<N>> | Listed<Declared<N>>] extends [never]
  ? Readonly<Record<InputOf<N>, T>>
  : Readonly<Record<InputOf<N> | Listed<Declared<N>>, T>> & Readonly<Partial<Record<Perhaps<Declared<N>>, T>>>;

export const operationsOf = <E extends Engine>(engine: E): readonly OperationOf<E>[] =>
  (Object.keys(OPERATIONS) as OperationOf<E>[]).filter((name) => OPERATIONS[name].engine === engine);

/** A plan may have been stored by a newer version, with an unknown operation or parameter. */
export const hasParametersOf = <N extends OperationName>(
  name: N,
  parameters: JsonObject,
): parameters is JsonObject & ParametersOf<N> => checkOf(name)(parameters);

/**
 * Compiled on first use: interpreting the schema would cost a worker as much as everything else that it does for a
 * no-op.
 */
const checks = new Map<OperationName, (parameters: JsonObject) => boolean>();

function checkOf(name: OperationName): (parameters: JsonObject) => boolean {
  let check = checks.get(name);
  if (check === undefined) {
    const compiled = Compile(OPERATIONS[name].parameters);
    checks.set(name, (check = (parameters) => compiled.Check(parameters)));
  }
  return check;
}

/**
 * Checks that no required field is missing, no list has a gap, and no field is unknown: an unknown file would be
 * ignored.
 */
export function hasInputsOf<N extends OperationName, T>(
  name: N,
  inputs: Readonly<Record<string, T>>,
): inputs is Readonly<Record<string, T>> & InputsOf<N, T> {
  const declared: readonly string[] = OPERATIONS[name].inputs;
  const given = new Set(Object.keys(inputs).filter((field) => inputs[field] !== undefined));
  return declared.every((field) => takes(field, given)) && given.size === 0;
}

/** Removes the fields of this declaration from `given`; false if a required one is missing. */
function takes(declared: string, given: Set<string>): boolean {
  const isOptional = declared.endsWith('?');
  const field = isOptional ? declared.slice(0, -1) : declared;
  if (!field.endsWith('[]')) return given.delete(field) || isOptional;
  let count = 0;
  while (given.delete(`${field.slice(0, -2)}/${count}`)) count += 1;
  return count > 0 || isOptional;
}

const COUNTS = { none: [0], one: [1], optional: [0, 1] } as const;

/** Whether a successful run may make this number of artifacts. Checked for the plan and for the result. */
export function canMake(name: OperationName, artifacts: number, parameters: object): boolean {
  const count: ArtifactCount = OPERATIONS[name].artifacts;
  if (typeof count === 'string') return (COUNTS[count] as readonly number[]).includes(artifacts);
  const each: unknown = (parameters as Readonly<Record<string, unknown>>)[count.each];
  return Array.isArray(each) && each.length === artifacts;
}
