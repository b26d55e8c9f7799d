/** What was told to whoever listened. */

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
