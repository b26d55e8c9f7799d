/**
 * The port: so many requests a key lineage, and so many a project, in a fixed window, counted before a body is read. A limiter answers
 * always: when its store cannot, it falls back to a budget of this process, because a dead Redis must not stop the API.
 */
export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in this window: of the key, or of its project where that has less. */
  readonly remaining: number;
  /** Whole seconds until the window turns, at least 1. */
  readonly resetSeconds: number;
}

/** Whose request it is. A lineage is of one project. */
export interface RateSubject {
  readonly lineage: string;
  readonly projectId: string;
}

export interface RateLimiter {
  /** Resolves when the store counts, so that the first request is counted exactly; after `timeoutMs` in any case. */
  prepare(timeoutMs: number): Promise<void>;
  /** Counts one request. A refused one is not counted and does not extend the window. Never rejects. */
  take(subject: RateSubject): Promise<RateDecision>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** Requests a lineage and window. */
  readonly limit: number;
  /** Requests of all keys of a project in a window: many keys are no way round the limit of each. Default: five keys' worth. */
  readonly projectLimit?: number;
  /** Windows are aligned to the epoch: one of 60 s turns with the minute. Default 60. */
  readonly windowSeconds?: number;
}

export const WINDOW_SECONDS = 60;
const KEYS_WORTH = 5;

export const projectLimitOf = ({ limit, projectLimit = KEYS_WORTH * limit }: WindowOptions): number => projectLimit;

/** What is left after counting, as the decision; a negative `remaining` is a refusal. */
export function decision(limit: number, remaining: number, resetMs: number): RateDecision {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1000));
  return { allowed: remaining >= 0, limit, remaining: Math.max(0, remaining), resetSeconds };
}
