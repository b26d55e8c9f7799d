/**
 * The rate limit of the operator API, in memory, because sessions are few. A request with a session counts for its subject,
 * any other for its address: behind a proxy all clients share one address, and a client that guesses sessions there must
 * not keep an ADMIN from revoking a key.
 */
import type { IncomingMessage } from 'node:http';
import { createMemoryRateLimiter } from '../rate-limit/memory-rate-limiter.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { ResponseContext } from './response.ts';
import { count } from './rate-limit.ts';

export interface OperatorLimits {
  /** Both throw `rate_limit_exceeded`. */
  readonly countAddress: (request: IncomingMessage, context: ResponseContext) => Promise<void>;
  readonly countSubject: (subject: string, context: ResponseContext) => Promise<void>;
}

export interface OperatorRates {
  readonly perAddress: number;
  readonly perSubject: number;
}

/** Requests per minute; `perAddress` counts only requests without a session. */
const RATES: OperatorRates = { perAddress: 600, perSubject: 120 };
/** All requests share the limiter's second budget, which is per project elsewhere. */
const ALL = 'all';

export function createOperatorLimits({ perAddress, perSubject }: OperatorRates = RATES): OperatorLimits {
  const limiterOf = (limit: number): RateLimiter => createMemoryRateLimiter({ limit, projectLimit: perAddress * 10 });
  const [addresses, subjects] = [limiterOf(perAddress), limiterOf(perSubject)];
  return {
    countAddress: ({ socket }, context) =>
      count(addresses, { lineage: socket.remoteAddress ?? ALL, projectId: ALL }, context),
    countSubject: (subject, context) => count(subjects, { lineage: subject, projectId: ALL }, context),
  };
}
