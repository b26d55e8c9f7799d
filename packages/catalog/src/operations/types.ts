/** The declared operations as types, and the two questions that stored plans are asked before anything believes their type. */
import type { Engine } from '@tollgate/kernel';
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
  N extends OperationOf<'provider'> ? Omit<ParametersOf<N>, 'provider' | 'model'> : ParametersOf<N>;
/** The fields that hold a file. */
export type InputOf<N extends OperationName> = Operations[N]['inputs'][number];

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

export const hasInputsOf = <N extends OperationName, T>(
  name: N,
  inputs: Readonly<Record<string, T>>,
): inputs is Readonly<Record<string, T>> & Readonly<Record<InputOf<N>, T>> =>
  OPERATIONS[name].inputs.every((field) => inputs[field] !== undefined);

const COUNTS = { none: [0], one: [1], optional: [0, 1] } as const satisfies Record<ArtifactCount, readonly number[]>;

/** Whether a run that succeeds may make so many artifacts: asked of the plan, and of what was made. */
export function canMake(name: OperationName, artifacts: number): boolean {
  const counts: readonly number[] = COUNTS[OPERATIONS[name].artifacts];
  return counts.includes(artifacts);
}
