/** What was told to whoever listened, and sent to whoever had an endpoint. */

/** A line of what was told to whoever listened to a project: a state, or the beginning of a connection. */
export interface Told {
  readonly projectId: string;
  readonly id?: string;
  readonly status?: string;
  readonly chargedMicros?: number | null;
  /** Of the whole state. */
  readonly sha256?: string;
  /** Whether it went on from there. */
  readonly resumed?: boolean;
  readonly from?: string | null;
}

/** What an endpoint was sent. */
export interface Message {
  readonly projectId: string;
  readonly messageId: string;
  readonly isSigned: boolean;
  /** By an answer of 2xx. */
  readonly isTaken: boolean;
  readonly type: string;
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  /** Of the whole state. */
  readonly sha256: string;
}

/** A project has an endpoint from now on, or one was sent something. */
export type Webhook = { readonly projectId: string } | Message;
