/**
 * From the declared operations of an engine to what a worker runs: a map that does not compile while one is missing, each
 * behind a look at the stored plan, which may be of a newer version. What is not understood is never run and never guessed.
 */
import {
  canMake,
  hasInputsOf,
  hasParametersOf,
  type InputsOf,
  type OperationName,
  type OperationOf,
  operationsOf,
  type ParametersOf,
} from '@farebox/catalog';
import { type Engine, invariant } from '@farebox/kernel';
import { type InputFile, LacksOperation, type OperationContext, type OperationOutput } from './operation.ts';

/** Field → file, as the plan names them. */
type FilesOf<N extends OperationName> = InputsOf<N, InputFile>;

/** What a step of this operation brings. The files of a paid call that was begun may be gone by now. */
interface StepOf<N extends OperationName> {
  readonly parameters: ParametersOf<N>;
  readonly inputs: N extends OperationOf<'provider'> ? Partial<FilesOf<N>> : FilesOf<N>;
}

/** An operation that works on this machine has no use for the journal of paid calls. */
type RunOf<N extends OperationName> =
  N extends OperationOf<'provider'> ? OperationContext : Omit<OperationContext, 'external'>;

export type ContextOf<N extends OperationName> = RunOf<N> & StepOf<N>;
/** With every file that the step names. */
export type WholeContextOf<N extends OperationName> = ContextOf<N> & { readonly inputs: FilesOf<N> };
export type Implementation<N extends OperationName> = (context: ContextOf<N>) => Promise<OperationOutput>;
export type Implementations<E extends Engine> = { readonly [N in OperationOf<E>]: Implementation<N> };
type Checked<N extends OperationName> = (context: RunOf<N>) => Promise<OperationOutput>;

/** They reject with LacksOperation when a step is not one that they know. */
export function implement<E extends Engine>(
  engine: E,
  implementations: Implementations<E>,
): Readonly<Record<string, Checked<OperationOf<E>>>> {
  const names = operationsOf(engine);
  return Object.fromEntries(names.map((name) => [name, checked(name, implementations[name])]));
}

function checked<N extends OperationName>(name: N, run: Implementation<N>): Checked<N> {
  return async (context) => {
    if (!isUnderstood(name, context)) throw new LacksOperation(name);
    const output = await run(context);
    invariant(
      canMake(name, output.artifacts.length, context.parameters),
      'an operation makes as many artifacts as it declares',
    );
    return output;
  };
}

const isUnderstood = <N extends OperationName>(name: N, context: RunOf<N>): context is ContextOf<N> =>
  hasParametersOf(name, context.parameters) && (isBegun(context) || hasInputsOf(name, context.inputs));

/** A look-up needs no inputs. */
const isBegun = (context: object): boolean =>
  'external' in context && (context as OperationContext).external.found.phase !== 'pending';
