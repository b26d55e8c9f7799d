/** The messages of the runner protocol, version 1, as docs/runner-protocol.md and docs/runner-pull.md describe them. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** A file that the run reads. Facts that are not known are absent. */
export interface RunInput {
  /** JSON Pointer into `arguments`, where `{ "input": n }` stands for this file. */
  readonly pointer: string;
  readonly url: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Upright pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

/** A file that the run makes. */
export interface RunOutput {
  /** URL that takes the bytes by PUT. */
  readonly put: string;
  readonly mimeTypes: readonly string[];
  readonly sizeBytesMax: number;
}

export interface RunLimits {
  /** RFC 3339, UTC. */
  readonly deadline: string;
  readonly unitsMax: number;
  /** Decimal US dollars. */
  readonly costMaxUsd: string;
}

/** The body of `PUT {url}/runs/{token}`. */
export interface RunStart {
  readonly protocol: 1;
  readonly tool: string;
  readonly version: number;
  readonly arguments: JsonObject;
  readonly inputs: readonly RunInput[];
  readonly outputs: readonly RunOutput[];
  readonly limits: RunLimits;
}

/** The whole body of a cancel. It is not empty, so that the signature of a look-up does not fit a cancel. */
export const CANCEL_BODY = '{"cancel":true}';

/** The file of the output at the same place: uploaded to its `put`, or fetched by Farebox from a public https URL. */
export type RunArtifact = { readonly put: number } | { readonly url: string };

/** `usd`: decimal US dollars, such as "0.0123". `statement`: a reference for the operator, such as an invoice line. */
export interface RunCost {
  readonly usd: string;
  readonly statement?: string;
}

export interface Running {
  readonly status: 'running';
  /** From 0 to 1. */
  readonly progress?: number;
  readonly retryAfterSeconds?: number;
}

export interface Succeeded {
  readonly status: 'succeeded';
  /** One for each of `outputs`, in their order. */
  readonly artifacts: readonly RunArtifact[];
  readonly result?: Json;
  readonly units?: number;
  readonly cost?: RunCost;
}

/** `content_rejected`: the content; `request_rejected`: another argument; `failed`: the runner. */
export type FailedReason = 'content_rejected' | 'request_rejected' | 'failed';

export interface Failed {
  readonly status: 'failed';
  readonly reason: FailedReason;
  /** For the operator. Customers do not see it. */
  readonly message: string;
  /** Whether the work that was done is billed. */
  readonly billed: boolean;
  readonly cost?: RunCost;
}

export interface Cancelled {
  readonly status: 'cancelled';
  readonly cost?: RunCost;
}

/** The runner has not begun, and does not begin by itself. */
export interface NotTaken {
  readonly status: 'not_taken';
  readonly retryAfterSeconds?: number;
}

/** No run has this token. */
export interface NotKnown {
  readonly status: 'not_known';
}

export type EndedReply = Succeeded | Failed | Cancelled;
export type RunReply = Running | EndedReply | NotTaken | NotKnown;

/** A run that a pull runner has claimed, as docs/runner-pull.md describes it. */
export interface ClaimedRun {
  readonly token: string;
  /** Names this claim of the run. */
  readonly lease: string;
  readonly leaseSeconds: number;
  readonly start: RunStart;
}

/** The body of `POST /runs/{token}/report`. */
export interface RunReport {
  readonly lease: string;
  readonly reply: Running | EndedReply | NotTaken;
}

/** The response to a report that was taken. */
export interface Reported {
  /** True: stop the work, and report how it ended. */
  readonly cancel: boolean;
  readonly leaseSeconds: number;
}

/** The HTTP status of each reply to a look-up or a cancel. Complete by type. */
export const HTTP_STATUS_OF_REPLY: Readonly<Record<RunReply['status'], number>> = {
  running: 200,
  succeeded: 200,
  failed: 200,
  cancelled: 200,
  not_taken: 503,
  not_known: 404,
};
