/** The limits of the runner protocol. docs/runner-protocol.md and docs/runner-pull.md repeat them, and a test compares all. */
export const RUNNER_LIMITS = {
  tokenCharacters: 128,
  /** Clocks may differ by this much, in both directions. */
  toleranceSeconds: 300,
  /** Until the whole response to the start of a run has arrived. */
  startSeconds: 30,
  /** Until the whole response to a look-up or a cancel has arrived. */
  askSeconds: 10,
  /** UTF-8 bytes of the body of a request. */
  requestBytes: 2 * 1024 * 1024,
  /** UTF-8 bytes of the body of a response. */
  responseBytes: 128 * 1024,
  /** UTF-8 bytes of `result` as JSON. */
  resultBytes: 64 * 1024,
  /** Levels of objects and arrays in `result`. */
  resultDepth: 32,
  artifacts: 20,
  messageCharacters: 500,
  statementCharacters: 200,
  urlCharacters: 2_000,
  retryAfterSecondsMin: 1,
  retryAfterSecondsMax: 300,
  /** A runner keeps ended runs for look-ups at least this long. */
  keepHours: 72,
  /** The longest wait of one claim. */
  claimSeconds: 20,
  /** From a claim or a report of a pull runner until its run may be given away. */
  leaseSeconds: 60,
  /** A pull runner reports this often in each lease while it works. */
  reportsPerLease: 3,
  /** With news of its progress, a pull runner reports at most this often in each lease. */
  reportsPerLeaseMax: 12,
} as const;
