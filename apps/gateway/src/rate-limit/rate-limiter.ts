/**
 * The port: limits requests per key lineage, per project and per organization in a fixed window, counted before a body is read. A limiter
 * always decides: if its store fails, it falls back to a budget of this process, because an outage of Redis must not stop
 * the API.
 */
export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in this window: of the key, or of its project or organization if that has fewer. */
  readonly remaining: number;
  /** Whole seconds until the next window, at least 1. */
  readonly resetSeconds: number;
}

/** The origin of a request. A lineage belongs to one project, and a project to one organization. */
export interface RateSubject {
  readonly lineage: string;
  readonly projectId: string;
  /** Default: the project, so that only its own limit applies. */
  readonly organizationId?: string;
}

export interface RateLimiter {
  /** Resolves when the store is connected, so that it counts the first request; at the latest after `timeoutMs`. */
  prepare(timeoutMs: number): Promise<void>;
  /** Counts one request. A refused one is not counted and does not extend the window. Never rejects. */
  take(subject: RateSubject): Promise<RateDecision>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** Requests per lineage and window. */
  readonly limit: number;
  /** Requests of all keys of a project in a window, so that many keys do not bypass the limit. Default: five times `limit`. */
  readonly projectLimit?: number;
  /** Requests of all projects of an organization, so that many projects do not bypass the limit. Default: five times that of a project. */
  readonly organizationLimit?: number;
  /** Windows are aligned to the epoch: one of 60 s starts with each minute. Default 60. */
  readonly windowSeconds?: number;
}

export const WINDOW_SECONDS = 60;
const KEYS_WORTH = 5;
const PROJECTS_WORTH = 5;

/** Requests of a window. */
export interface RateLimits {
  readonly limit: number;
  readonly projectLimit: number;
  readonly organizationLimit: number;
}

export function limitsOf({ limit, projectLimit = KEYS_WORTH * limit, ...options }: WindowOptions): RateLimits {
  const { organizationLimit = PROJECTS_WORTH * projectLimit } = options;
  return { limit, projectLimit, organizationLimit };
}

/** Makes the decision from the number of requests left after counting; a negative number is a refusal. */
export function decision(limit: number, remaining: number, resetMs: number): RateDecision {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1000));
  return { allowed: remaining >= 0, limit, remaining: Math.max(0, remaining), resetSeconds };
}
