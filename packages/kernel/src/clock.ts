/** Time as a dependency. Decisions about money, leases and expiry use the database's now(), not this clock. */
export interface Clock {
  /** Wall clock; for display and for time windows inside one process. */
  now(): Date;
  /** Monotonic milliseconds, for durations: a clock jump does not affect them. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};
