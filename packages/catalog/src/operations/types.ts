/** The declared operations as types, and the two questions that stored plans are asked before anything believes their type. */
import type { Engine } from '@farebox/kernel';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JsonObject } from '../json.ts';
import type { ArtifactCount } from './declaration.ts';
import { OPERATIONS } from './table.ts';

type Operations = typeof OPERATIONS;

export type OperationName = keyof Operations;
/** The operations of one engine: what its worker must implement. */
export type OperationOf<E extends Engine> = {
  [N in OperationName]: Operations[N]['engine'] extends E ? N : never;
}[OperationName];

/** As the worker gets them. */
export type ParametersOf<N extends OperationName> = Static<Operations[N]['parameters']>;
/** As a tool plans them: which external service does it is filled in later. */
export type PlannedParameters<N extends OperationName> =
  N extends OperationOf<'provider'> ? Omit<ParametersOf<N>, 'provider' | 'model' | 'spare'> : OrNone<ParametersOf<N>>;
/** Without any, still JSON to the compiler. */
type OrNone<P> = keyof P extends never ? Readonly<Record<string, never>> : P;
type Declared<N extends OperationName> = Operations[N]['inputs'][number];
type Always<I> = I extends `${string}?` | `${string}[]` ? never : I;
type Perhaps<I> = I extends `${infer F}?` ? F : never;
type Listed<I> = I extends `${infer F}[]` ? `${F}/${number}` : never;

/** The fields that always hold a file. */
export type InputOf<N extends OperationName> = Always<Declared<N>>;
/** What stands for each file of an operation, by the fields that it declares. */
export type InputsOf<N extends OperationName, T> = [Perhaps<Declared<N>> | Listed<Declared<N>>] extends [never]
  ? Readonly<Record<InputOf<N>, T>>
  : Readonly<Record<InputOf<N> | Listed<Declared<N>>, T>> & Readonly<Partial<Record<Perhaps<Declared<N>>, T>>>;

export const operationsOf = <E extends Engine>(engine: E): readonly OperationOf<E>[] =>
  (Object.keys(OPERATIONS) as OperationOf<E>[]).filter((name) => OPERATIONS[name].engine === engine);

/** A plan may have been stored by a newer version, with an operation or a parameter that is not known here. */
export const hasParametersOf = <N extends OperationName>(
  name: N,
  parameters: JsonObject,
): parameters is JsonObject & ParametersOf<N> => checkOf(name)(parameters);

/** Compiled when first asked for: interpreting the schema costs a worker as much as all else it does for a no-op. */
const checks = new Map<OperationName, (parameters: JsonObject) => boolean>();

function checkOf(name: OperationName): (parameters: JsonObject) => boolean {
  let check = checks.get(name);
  if (check === undefined) {
    const compiled = Compile(OPERATIONS[name].parameters);
    checks.set(name, (check = (parameters) => compiled.Check(parameters)));
  }
  return check;
}

/** None of those that are always there is missing, no list has a gap, and none is there that is not known here: it would be ignored. */
export function hasInputsOf<N extends OperationName, T>(
  name: N,
  inputs: Readonly<Record<string, T>>,
): inputs is Readonly<Record<string, T>> & InputsOf<N, T> {
  const declared: readonly string[] = OPERATIONS[name].inputs;
  const given = new Set(Object.keys(inputs).filter((field) => inputs[field] !== undefined));
  return declared.every((field) => takes(field, given)) && given.size === 0;
}

/** Takes from what is given the fields that this declaration is for. */
function takes(declared: string, given: Set<string>): boolean {
  if (declared.endsWith('?')) return (given.delete(declared.slice(0, -1)), true);
  if (!declared.endsWith('[]')) return given.delete(declared);
  let count = 0;
  while (given.delete(`${declared.slice(0, -2)}/${count}`)) count += 1;
  return count > 0;
}

const COUNTS = { none: [0], one: [1], optional: [0, 1] } as const;

/** Whether a run that succeeds may make so many artifacts: asked of the plan, and of what was made. */
export function canMake(name: OperationName, artifacts: number, parameters: object): boolean {
  const count: ArtifactCount = OPERATIONS[name].artifacts;
  if (typeof count === 'string') return (COUNTS[count] as readonly number[]).includes(artifacts);
  const each: unknown = (parameters as Readonly<Record<string, unknown>>)[count.each];
  return Array.isArray(each) && each.length === artifacts;
}
