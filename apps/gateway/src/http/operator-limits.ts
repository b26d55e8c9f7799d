/**
 * The rate limit of the operator API, in this process: sessions are few and slow. An address is counted before its token is
 * looked at, because looking costs more than refusing; a person after it.
 */
import type { IncomingMessage } from 'node:http';
import { createMemoryRateLimiter } from '../rate-limit/memory-rate-limiter.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { ResponseContext } from './response.ts';
import { count } from './rate-limit.ts';

export interface OperatorLimits {
  /** Each throws `rate_limit_exceeded`. */
  readonly countAddress: (request: IncomingMessage, context: ResponseContext) => Promise<void>;
  readonly countSubject: (subject: string, context: ResponseContext) => Promise<void>;
}

export interface OperatorRates {
  readonly perAddress: number;
  readonly perSubject: number;
}

/** Requests a minute. Behind a proxy all have one address. */
const RATES: OperatorRates = { perAddress: 600, perSubject: 120 };
/** Everybody shares the budget that a limiter has besides. */
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
