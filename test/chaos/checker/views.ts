/** Facts that the API shows to a customer, beside the state and the charge of an execution. */

/** A file in a response. */
export interface ShownFile {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

/** An execution as a read after the run shows it. */
export interface ShownExecution {
  readonly id: string;
  readonly projectId: string;
  readonly status: string;
  readonly cancelRequested: boolean;
  readonly chargedMicros: number | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly artifacts: readonly ShownFile[];
}

/** A batch as a read after the run shows it. */
export interface ShownBatch {
  readonly id: string;
  readonly cancelRequested: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly chargedMicros: number;
}

/** A download address, and what came from it. */
export interface Downloaded {
  readonly fileId: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  /** Milliseconds from the response to the end of the address, as the response states it. */
  readonly validMs: number;
}

/** Properties of bytes, measured by their owner or by the checker. Null: bytes of this kind have none. */
export interface Measured {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Null if the checker does not know the form. */
  readonly mimeType: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}

/** An object of the store. */
export interface MeasuredObject extends Measured {
  readonly key: string;
}

/** More of the client's log. */
export interface SaidOfFiles {
  /** Bytes that the client sent, as it made them. */
  readonly bytes?: Measured;
  /** The file that the response describes. */
  readonly file?: ShownFile;
  /** Whether the response shows that a cancel was requested. */
  readonly cancelRequested?: boolean;
}
