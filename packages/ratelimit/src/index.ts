/** Requests a key and minute: exact across gateways in Redis, or in one process. See README.md. */
export type { RateDecision, RateLimiter, RateSubject, WindowOptions } from './rate-limiter.ts';
export {
  createMemoryRateLimiter,
  type MemoryRateLimiter,
  type MemoryRateLimiterOptions,
} from './memory-rate-limiter.ts';
export {
  createRedisRateLimiter,
  type RateLimitEvent,
  type RedisRateLimiterOptions,
  type WarnLog,
} from './redis-rate-limiter.ts';
