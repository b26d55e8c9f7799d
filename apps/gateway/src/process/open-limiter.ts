/** Opens a rate limiter: in Redis if there is one, with this process as its fallback, and otherwise in memory. */
import type { Logger, Metrics, ServerWatch } from '@farebox/telemetry';
import type { GatewayConfig } from '../config.ts';
import { createMemoryRateLimiter } from '../rate-limit/memory-rate-limiter.ts';
import type { RateLimiter, WindowOptions } from '../rate-limit/rate-limiter.ts';
import { createRedisRateLimiter, type RateLimitEvent } from '../rate-limit/redis-rate-limiter.ts';
import { observedLimiter } from './observed.ts';

interface Observers {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly watch: ServerWatch;
}

export function openLimiter(
  limits: WindowOptions,
  { redisUrl }: Pick<GatewayConfig, 'redisUrl'>,
  { logger, metrics, watch }: Observers,
): RateLimiter {
  const memory = createMemoryRateLimiter(limits);
  if (redisUrl === undefined) {
    const decided = metrics.rateLimitSources.labels({ source: 'memory' });
    return observedLimiter(memory, metrics, () => decided.inc());
  }
  const fromRedis = metrics.rateLimitSources.labels({ source: 'redis' });
  const fromFallback = metrics.rateLimitSources.labels({ source: 'fallback' });
  const observe = ({ kind }: RateLimitEvent): void => {
    if (kind === 'decided') {
      fromRedis.inc();
      watch.worked('Redis');
    } else if (kind === 'fell_back') {
      fromFallback.inc();
      watch.failed('Redis', 'does not count requests');
    }
  };
  return observedLimiter(
    createRedisRateLimiter({ ...limits, url: redisUrl, fallback: memory, logger, observe }),
    metrics,
  );
}
