/**
 * An operation processes files in a worker app. It can be run again: the same context gives the same output, and an
 * interrupted run leaves nothing outside its directory. It knows no execution, price, queue or store.
 */
import type { JsonObject, JsonValue } from '@farebox/catalog';
import type { FailureReason, ReviewReason } from '@farebox/contract';
import type { CostBasis } from '@farebox/executions';
import type { Micros } from '@farebox/kernel';

/** A file of the project, already on local disk; read-only. */
export interface InputFile {
  readonly fileId: string;
  readonly path: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width?: number;
  readonly height?: number;
}

export interface OperationContext {
  /** Owner of these files; only used to keep the bytes of two projects apart. */
  readonly projectId: string;
  /** Organizations take turns where operations share something. */
  readonly organizationId: string;
  readonly parameters: JsonObject;
  /** Field → file, as the plan names them. */
  readonly inputs: Readonly<Record<string, InputFile>>;
  /** An empty directory for this run. Artifacts are written here, and it is removed afterwards. */
  readonly directory: string;
  /** Aborts with a WorkStopped as its reason. The operation must then stop all its work and reject soon. */
  readonly signal: AbortSignal;
  /**
   * Called with the processor time of the operation's own processes as it arises. If the work fails, this time is not
   * charged.
   */
  readonly usedCpu: (seconds: number) => void;
  /** For an operation that knows its progress: `read` is called about once a second and returns 0 to 1. */
  readonly onProgress: (read: () => number) => void;
  /** The journal of a provider call; other operations ignore it. */
  readonly external: ExternalStep;
}

/** An input as a program outside gets it. */
export interface OutsideInput {
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

interface PutBounds {
  readonly sizeBytesMax: number;
  /** The types that the program may state. */
  readonly mimeTypes: readonly string[];
  readonly expiresAt: Date;
}

/** The files of a step for a program outside, which reads and puts them at URLs of the gateways. */
export interface OutsideFiles {
  /** By field, as in the inputs of the step. */
  readonly inputs: Readonly<Record<string, OutsideInput>>;
  /** False if this worker has not the settings for URLs; then the two functions below may not be called. */
  readonly hasUrls: boolean;
  readonly urlOf: (field: string, expiresAt: Date) => string;
  /** A URL that takes the nth file of this step, once. */
  readonly putUrlOf: (n: number, bounds: PutBounds) => string;
  /** Writes the nth file that was put to a new file, at most that many bytes of it. `absent`: nothing was put. */
  readonly take: (n: number, path: string, bytesMax: number) => Promise<'taken' | 'absent' | 'too_large'>;
}

/**
 * The journal of a step's provider call, written under the claim. Its methods reject with a WorkStopped if this worker
 * no longer has the execution; nothing may be sent then.
 */
export interface ExternalStep {
  readonly files: OutsideFiles;
  /** The provider's idempotency token, the same for every send of this step. */
  readonly token: string;
  /** Maximum cost of this step. */
  readonly exposureMicros: Micros;
  /** State of the call when this run began. */
  readonly found: {
    readonly phase: 'pending' | 'dispatching' | 'submitted' | 'unknown';
    /** The provider entry of its last intent; null if that is uncertain, or if no call was started. */
    readonly provider: string | null;
    /** The provider's id of the call. */
    readonly ref: string | null;
    /** Seconds since the first current intent; 0 without one. */
    readonly ageSeconds: number;
    /** The call may only be looked up; nothing may be sent. */
    readonly inReview: boolean;
  };
  /**
   * Commits the intent before anything is sent to that entry. `refused`: the client has cancelled, so nothing may be
   * sent. Rejects with TryLater while a paid result could not be stored.
   */
  readonly dispatch: (provider: string) => Promise<'committed' | 'refused'>;
  /** Seconds until the deadline at which this worker ends the execution, now; 0 or less after it. */
  readonly secondsLeft: () => number;
  /** Called directly before the first byte is sent: false if the lease has expired, as after a pause of this process. */
  readonly maySend: () => boolean;
  /** The call provably never reached the provider: withdraws the intent. */
  readonly undelivered: () => Promise<void>;
  /** Records the provider's id of the call, so that a later claim can look it up. */
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
  /** Measured units of the step's price: an integer ≥ 1, never above the quote's maximum. */
  readonly units: number;
  /** External cost to book, at most the step's exposure. A success is still charged by units. */
  readonly costMicros?: Micros;
  readonly basis?: CostBasis;
}

export type Operation = (context: OperationContext) => Promise<OperationOutput>;

export interface StepToAdmit {
  readonly operation: string;
  readonly parameters: JsonObject;
  /** Its provider call was started by an earlier claim. */
  readonly isBegun: boolean;
}

/**
 * Asked before the files of a step are loaded. Rejects with PlacesTaken or TryLater if the step cannot run now. The returned
 * function is called at the end of the step: false if it could not run and is to be tried later, so that the next one would
 * fare no better.
 */
export type Admit = (step: StepToAdmit) => Promise<(isOver: boolean) => void>;

/** Works only on this machine, without external cost. */
export type LocalOperation = (context: Omit<OperationContext, 'external'>) => Promise<OperationOutput>;

export interface CostOptions {
  /** External cost that the customer pays despite the failure, within the hold; `basis` may be on record above it. */
  readonly costMicros?: Micros;
  readonly basis?: CostBasis;
}

interface FailureOptions extends ErrorOptions, CostOptions {
  /** The provider itself reported the failure. Any other failure while a provider call is open leaves the call open. */
  readonly isReply?: boolean;
  /** An external service's result that cannot be delivered, as it was received: kept for the operator. */
  readonly received?: Buffer | undefined;
}

/**
 * The operation can never succeed on this input; not retried. Any error of a class not defined here counts as temporary
 * and is retried.
 */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';
  /** Text that the customer reads. */
  readonly reason: FailureReason;
  readonly isReply: boolean;
  readonly costMicros: Micros | null;
  readonly basis: CostBasis | undefined;
  readonly received: Buffer | undefined;
  constructor(
    reason: FailureReason,
    { isReply = false, costMicros, basis, received, ...options }: FailureOptions = {},
  ) {
    super(reason, options);
    this.reason = reason;
    this.isReply = isReply;
    this.received = received;
    this.costMicros = costMicros ?? null;
    this.basis = basis;
  }
}

/** The provider confirmed the cancellation, at this cost. */
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

/** It is unknown whether the provider call took effect: the execution goes under review, and its hold stays. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  readonly reason: ReviewReason;
  /** A response that nobody could read: kept for the operator, who decides the review. */
  readonly received: Buffer | undefined;
  constructor(reason: ReviewReason, { received, ...options }: ErrorOptions & Pick<FailureOptions, 'received'> = {}) {
    super(reason, options);
    this.reason = reason;
    this.received = received;
  }
}

/**
 * This worker has no such operation, or not with these parameters: a newer version planned it, and its workers can run
 * it.
 */
export class LacksOperation extends Error {
  override readonly name = 'LacksOperation';
  readonly operation: string;
  constructor(operation: string) {
    super(`this worker has no operation ${operation} with such parameters`);
    this.operation = operation;
  }
}

/**
 * Nothing was sent, because all places of what the step needs are taken. The pause grows with each claim, is no run time, and
 * ends when the place is free.
 */
export class PlacesTaken extends Error {
  override readonly name = 'PlacesTaken';
  /** Name of the place, as in PlacesToWaitFor. */
  readonly place: string;
  constructor(place: string) {
    super(`all places of ${place} are taken`);
    this.place = place;
  }
}

/** Nothing was sent, or provably not accepted: to be retried after a pause that counts as no attempt. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly afterSeconds: number;
  constructor(afterSeconds: number, options: ErrorOptions = {}) {
    super(`retry after ${afterSeconds} s`, options);
    this.afterSeconds = afterSeconds;
  }
}
