/** An image operation as it runs in a child process. This code may import only types from the worker and the catalog. */
import type { FailureReason } from '@farebox/contract';
import type { InputsOf, JsonValue, OperationOf, ParametersOf } from '@farebox/catalog';
import type { InputFile, OperationContext } from '@farebox/worker';

export interface Limits {
  /** Pixels of a source and of a result. */
  readonly pixelsMax: number;
  /** The longest side of a result. */
  readonly sideMax: number;
}

/** A rehearsal runs in the worker itself. */
export type ChildOperationName = Exclude<OperationOf<'image'>, 'rehearse'>;

export interface ChildTask<N extends ChildOperationName> extends Pick<OperationContext, 'directory'> {
  readonly parameters: ParametersOf<N>;
  /** Field → file; `images/0` is the first file of a list. */
  readonly inputs: InputsOf<N, InputFile>;
  readonly limits: Limits;
}

export interface ChildContext<N extends ChildOperationName> extends ChildTask<N> {
  /** Called by an operation of several parts after each part, with the finished share from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export interface ChildArtifact {
  /** A name inside the directory of the run. */
  readonly file: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

export interface ChildOutput {
  readonly artifacts: readonly ChildArtifact[];
  readonly result?: JsonValue;
  /** Pixels of the source or the result, whichever is larger: the price depends on them. */
  readonly pixels: number;
}

export type ChildOperation<N extends ChildOperationName> = (context: ChildContext<N>) => Promise<ChildOutput>;
/** Does not compile while an operation is missing. */
export type ChildOperations = { readonly [N in ChildOperationName]: ChildOperation<N> };

/** The only refusals that a child may report: it reads hostile bytes, so no other text from it is trusted. */
export const REFUSED_REASONS = [
  'source_not_readable',
  'source_too_large',
  'result_too_large',
  'target_not_met',
] as const satisfies readonly FailureReason[];
export type RefusedReason = (typeof REFUSED_REASONS)[number];

/** The input itself is at fault. Only the reason crosses the process boundary. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: RefusedReason;
  constructor(reason: RefusedReason, options: ErrorOptions = {}) {
    super(reason, options);
    this.reason = reason;
  }
}
