/** Messages to clients that stream a project, and to webhook endpoints. */

/** A message of a project's event stream: a state, or the beginning of a connection. */
export interface Told {
  readonly projectId: string;
  readonly id?: string;
  readonly status?: string;
  readonly chargedMicros?: number | null;
  /** Digest of the whole state. */
  readonly sha256?: string;
  /** Whether the connection resumed from an earlier one. */
  readonly resumed?: boolean;
  readonly from?: string | null;
}

/** A webhook that an endpoint received. */
export interface Message {
  /** Time at which it arrived, and the time that its signature names. */
  readonly at: string;
  readonly signedAt: string;
  /** Time of the end, as the message states it. */
  readonly endedAt: string | null;
  readonly projectId: string;
  readonly messageId: string;
  readonly isSigned: boolean;
  /** Whether the endpoint responded with 2xx. */
  readonly isTaken: boolean;
  readonly type: string;
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  /** Digest of the whole state. */
  readonly sha256: string;
}

/** A project's endpoint was registered, or an endpoint received a webhook. */
export type Webhook = { readonly projectId: string } | Message;
