/** An image operation as it runs inside a child process: of the worker and the catalog it may import types only. */
import type { FailureReason } from '@farebox/contract';
import type { InputsOf, JsonValue, OperationOf, ParametersOf } from '@farebox/catalog';
import type { InputFile, OperationContext } from '@farebox/worker';

export interface Limits {
  /** Pixels of a source and of a result. */
  readonly pixelsMax: number;
  /** The longest side of a result. */
  readonly sideMax: number;
}

/** A rehearsal is done by the worker itself. */
export type ChildOperationName = Exclude<OperationOf<'image'>, 'rehearse'>;

export interface ChildTask<N extends ChildOperationName> extends Pick<OperationContext, 'directory'> {
  readonly parameters: ParametersOf<N>;
  /** Field → file; `images/0` is the first of a list. */
  readonly inputs: InputsOf<N, InputFile>;
  readonly limits: Limits;
}

export interface ChildContext<N extends ChildOperationName> extends ChildTask<N> {
  /** Told 0 to 1 by an operation of several parts, once after each. */
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
  /** Of the source or the result, whichever is larger: what the work is priced by. */
  readonly pixels: number;
}

export type ChildOperation<N extends ChildOperationName> = (context: ChildContext<N>) => Promise<ChildOutput>;
/** Does not compile while one is missing. */
export type ChildOperations = { readonly [N in ChildOperationName]: ChildOperation<N> };

/** All that a child may say of an input: it reads hostile bytes, so no other word of it is believed. */
export const REFUSED_REASONS = [
  'source_not_readable',
  'source_too_large',
  'result_too_large',
  'target_not_met',
] as const satisfies readonly FailureReason[];
export type RefusedReason = (typeof REFUSED_REASONS)[number];

/** The input itself is at fault. Crosses the process border as its reason. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: RefusedReason;
  constructor(reason: RefusedReason, options: ErrorOptions = {}) {
    super(reason, options);
    this.reason = reason;
  }
}
