/**
 * An operation: what a worker app can do to files. It is re-runnable: the same context twice gives the same output, and
 * a run that is interrupted leaves nothing outside its directory. It knows no execution, price, queue or store.
 */
import type { JsonObject, JsonValue } from '@tollgate/catalog';

/** A file of the project, already on local disk. Read only. */
export interface InputFile {
  readonly fileId: string;
  readonly path: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width?: number;
  readonly height?: number;
}

export interface OperationContext {
  readonly parameters: JsonObject;
  /** Field → file, as the plan names them. */
  readonly inputs: Readonly<Record<string, InputFile>>;
  /** An empty directory of this run; artifacts are written here, and it is removed afterwards. */
  readonly directory: string;
  /** Aborts on cancel, lost lease or shutdown. The operation rejects soon, and has then stopped all its work. */
  readonly signal: AbortSignal;
}

export interface OutputArtifact {
  /** Inside the directory of the run. */
  readonly path: string;
  readonly mimeType: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

export interface OperationOutput {
  readonly artifacts: readonly OutputArtifact[];
  readonly result?: JsonValue;
  /** What was measured, in the unit of the step's price: an integer ≥ 1, never above what the quote allowed. */
  readonly units: number;
}

export type Operation = (context: OperationContext) => Promise<OperationOutput>;

/** The operation can never succeed on this input; not retried. Any other error may pass and is retried. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';
  /** snake_case; the customer reads it as the reason of the failure. */
  readonly reason: string;
  constructor(reason: string, options: ErrorOptions = {}) {
    super(reason, options);
    this.reason = reason;
  }
}
