/** The limiter of one process: exact when there is one gateway, and the fallback budget of each when Redis is away. */
import { type Clock, systemClock } from '@tollgate/kernel';
import { type RateLimiter, WINDOW_SECONDS, type WindowOptions, decision } from './rate-limiter.ts';

export interface MemoryRateLimiterOptions extends WindowOptions {
  readonly clock?: Clock;
  /** Lineages remembered in one window, at most. Beyond it the oldest is forgotten and so starts anew. */
  readonly lineagesMax?: number;
}

export function createMemoryRateLimiter(options: MemoryRateLimiterOptions): RateLimiter {
  const { limit, windowSeconds = WINDOW_SECONDS, clock = systemClock, lineagesMax = 100_000 } = options;
  const windowMs = windowSeconds * 1000;
  const used = new Map<string, number>();
  let current = 0;

  function count(lineage: string): number {
    const before = used.get(lineage) ?? 0;
    if (before >= limit) return -1;
    if (before === 0 && used.size >= lineagesMax) used.delete(used.keys().next().value as string);
    used.set(lineage, before + 1);
    return limit - before - 1;
  }

  return {
    async prepare() {},
    async take(keyLineage) {
      const nowMs = clock.now().getTime();
      const window = Math.floor(nowMs / windowMs);
      if (window !== current) {
        current = window;
        used.clear();
      }
      return decision(limit, count(keyLineage), (window + 1) * windowMs - nowMs);
    },
    async close() {
      used.clear();
    },
  };
}
