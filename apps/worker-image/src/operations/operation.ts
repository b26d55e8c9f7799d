/** An image operation as it runs inside a child process: it must import neither the worker nor the catalog. */
import type { FailureReason } from '@tollgate/contract';
import type { InputFile, OperationContext } from '@tollgate/worker';
import type { JsonValue } from '@tollgate/catalog';

export interface Limits {
  /** Pixels of a source and of a result. */
  readonly pixelsMax: number;
  /** The longest side of a result. */
  readonly sideMax: number;
}

export interface ChildContext<Parameters = unknown> extends Pick<OperationContext, 'directory'> {
  readonly parameters: Parameters;
  /** Field → file; `images/0` is the first of a list. */
  readonly inputs: Readonly<Record<string, InputFile>>;
  readonly limits: Limits;
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

export type ChildOperation = (context: ChildContext) => Promise<ChildOutput>;

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
