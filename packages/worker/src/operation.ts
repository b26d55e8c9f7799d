/**
 * An operation: what a worker app can do to files. It is re-runnable: the same context twice gives the same output, and
 * a run that is interrupted leaves nothing outside its directory. It knows no execution, price, queue or store.
 */
import type { JsonObject, JsonValue } from '@farebox/catalog';
import type { FailureReason, ReviewReason } from '@farebox/contract';
import type { CostBasis } from '@farebox/executions';
import type { Micros } from '@farebox/kernel';

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
  /** Whose files these are: only to keep the bytes of two projects apart. */
  readonly projectId: string;
  readonly parameters: JsonObject;
  /** Field → file, as the plan names them. */
  readonly inputs: Readonly<Record<string, InputFile>>;
  /** An empty directory of this run; artifacts are written here, and it is removed afterwards. */
  readonly directory: string;
  /** Aborts with a WorkStopped as its reason. The operation rejects soon, and has then stopped all its work. */
  readonly signal: AbortSignal;
  /** Told of processor time of the operation's own processes as it arises: where the work fails, nobody pays for it. */
  readonly usedCpu: (seconds: number) => void;
  /** For an operation that knows how far it is: `read` is asked about once a second, and answers 0 to 1. */
  readonly onProgress: (read: () => number) => void;
  /** For a paid external call; who makes none leaves it alone. */
  readonly external: ExternalStep;
}

/**
 * The journal of a step's paid external call, written by claim. Its methods reject with a WorkStopped when the execution is no
 * longer this worker's: nothing may be sent then.
 */
export interface ExternalStep {
  /** The provider's idempotency token, the same for every send of this step. */
  readonly token: string;
  /** The most this step may cost. */
  readonly exposureMicros: Micros;
  /** How the call was found when this run began. */
  readonly found: {
    readonly phase: 'pending' | 'dispatching' | 'submitted' | 'unknown';
    /** The entry that its last intent was for; null where that is not certain, or nothing was begun. */
    readonly provider: string | null;
    /** What the provider calls it. */
    readonly ref: string | null;
    /** Since the first intent that stands; 0 when there is none. */
    readonly ageSeconds: number;
    /** It may only be looked up; nothing may be sent. */
    readonly inReview: boolean;
  };
  /**
   * Commits the intent, before anything is sent to that entry. `refused`: the client wants it stopped, so nothing may be sent. Rejects with TryLater
   * while what would be paid for could not be stored.
   */
  readonly dispatch: (provider: string) => Promise<'committed' | 'refused'>;
  /** To be asked right before the first byte: false once the lease has run out, as after a pause of this process. */
  readonly maySend: () => boolean;
  /** The call provably never reached the provider: the intent is taken back. */
  readonly undelivered: () => Promise<void>;
  /** The provider named it: whoever comes next can ask for it. */
  readonly submitted: (ref: string) => Promise<void>;
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
  /** External cost as it is booked, at most the step's exposure. A success is charged by units all the same. */
  readonly costMicros?: Micros;
  readonly basis?: CostBasis;
}

export type Operation = (context: OperationContext) => Promise<OperationOutput>;
/** Works on this machine only, at no external cost. */
export type LocalOperation = (context: Omit<OperationContext, 'external'>) => Promise<OperationOutput>;

export interface CostOptions {
  /** External cost that arose all the same; charged, within the hold. */
  readonly costMicros?: Micros;
  readonly basis?: CostBasis;
}

interface FailureOptions extends ErrorOptions, CostOptions {
  /** The provider itself said so. Whatever else fails while a paid call is open leaves it open. */
  readonly isReply?: boolean;
}

/** The operation can never succeed on this input; not retried. An error of no kind named here may pass and is retried. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';
  /** The customer reads it. */
  readonly reason: FailureReason;
  readonly isReply: boolean;
  readonly costMicros: Micros | null;
  readonly basis: CostBasis | undefined;
  constructor(reason: FailureReason, { isReply = false, costMicros, basis, ...options }: FailureOptions = {}) {
    super(reason, options);
    this.reason = reason;
    this.isReply = isReply;
    this.costMicros = costMicros ?? null;
    this.basis = basis;
  }
}

/** The provider confirmed that it stopped, at this cost. */
export class CancelledExternally extends Error {
  override readonly name = 'CancelledExternally';
  readonly costMicros: Micros | null;
  readonly basis: CostBasis | undefined;
  constructor({ costMicros, basis, ...options }: FailureOptions = {}) {
    super('the provider stopped it', options);
    this.costMicros = costMicros ?? null;
    this.basis = basis;
  }
}

/** Nobody can tell now whether the paid call took effect: the execution goes under review, and its hold stays. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  readonly reason: ReviewReason;
  constructor(reason: ReviewReason, options: ErrorOptions = {}) {
    super(reason, options);
    this.reason = reason;
  }
}

/** This worker has no such operation, or not with these parameters: a newer version planned it, and its worker can do it. */
export class LacksOperation extends Error {
  override readonly name = 'LacksOperation';
  readonly operation: string;
  constructor(operation: string) {
    super(`this worker has no operation ${operation} with such parameters`);
    this.operation = operation;
  }
}

/** Nothing was sent, or provably not taken: to be tried again after a pause that counts as no attempt. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly afterSeconds: number;
  constructor(afterSeconds: number, options: ErrorOptions = {}) {
    super(`to be tried again after ${afterSeconds} s`, options);
    this.afterSeconds = afterSeconds;
  }
}
