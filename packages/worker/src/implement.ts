/**
 * Turns the declared operations of an engine into the functions that a worker runs. The map does not compile while an
 * operation is missing. Each function first validates the stored plan, which may come from a newer version. A step that
 * is not understood is never run.
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

/** The parsed step of this operation. The files of a started provider call may be gone. */
interface StepOf<N extends OperationName> {
  readonly parameters: ParametersOf<N>;
  readonly inputs: N extends OperationOf<'provider'> ? Partial<FilesOf<N>> : FilesOf<N>;
}

/** A local operation does not use the journal of provider calls. */
type RunOf<N extends OperationName> =
  N extends OperationOf<'provider'> ? OperationContext : Omit<OperationContext, 'external'>;

export type ContextOf<N extends OperationName> = RunOf<N> & StepOf<N>;
/** The context of an operation with every file that the step names. */
export type WholeContextOf<N extends OperationName> = ContextOf<N> & { readonly inputs: FilesOf<N> };
export type Implementation<N extends OperationName> = (context: ContextOf<N>) => Promise<OperationOutput>;
export type Implementations<E extends Engine> = { readonly [N in OperationOf<E>]: Implementation<N> };
type Checked<N extends OperationName> = (context: RunOf<N>) => Promise<OperationOutput>;

/** The functions reject with LacksOperation if they do not know the step. */
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

/** Whether a provider call was started, because a lookup needs no inputs. */
const isBegun = (context: object): boolean =>
  'external' in context && (context as OperationContext).external.found.phase !== 'pending';
