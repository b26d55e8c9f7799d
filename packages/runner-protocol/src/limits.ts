/** The limits of the runner protocol. docs/runner-protocol.md repeats them, and a test compares both. */
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
} as const;
