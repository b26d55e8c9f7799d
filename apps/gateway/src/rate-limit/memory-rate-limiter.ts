/** The limiter in memory: exact with one gateway, and each gateway's fallback while Redis is unreachable. */
import { type Clock, systemClock, boundedMap } from '@farebox/kernel';
import {
  decision,
  projectLimitOf,
  type RateLimiter,
  type RateSubject,
  WINDOW_SECONDS,
  type WindowOptions,
} from './rate-limiter.ts';

export interface MemoryRateLimiterOptions extends WindowOptions {
  readonly clock?: Clock;
  /** Maximum of lineages, and of projects, in one window. Beyond it the oldest is evicted and starts again at zero. */
  readonly lineagesMax?: number;
}

/** A limiter that also records decisions of another limiter, so that it can continue from there. */
export interface MemoryRateLimiter extends RateLimiter {
  /** Records a request that another limiter allowed. */
  readonly note: (subject: RateSubject) => void;
}

export function createMemoryRateLimiter(options: MemoryRateLimiterOptions): MemoryRateLimiter {
  const { limit, windowSeconds = WINDOW_SECONDS, clock = systemClock, lineagesMax = 100_000 } = options;
  const windowMs = windowSeconds * 1000;
  const projectLimit = projectLimitOf(options);
  const lineages = createCounts(lineagesMax);
  const projects = createCounts(lineagesMax);
  let current = 0;

  function count({ lineage, projectId }: RateSubject): number {
    const left = Math.min(limit - lineages.of(lineage), projectLimit - projects.of(projectId));
    if (left <= 0) return -1;
    lineages.add(lineage);
    projects.add(projectId);
    return left - 1;
  }

  /** Starts a new window if the last one is over; returns the milliseconds until this window ends. */
  function turned(): number {
    const nowMs = clock.now().getTime();
    const window = Math.floor(nowMs / windowMs);
    if (window !== current) {
      current = window;
      lineages.clear();
      projects.clear();
    }
    return (window + 1) * windowMs - nowMs;
  }

  return {
    async prepare() {},
    async take(subject) {
      const resetMs = turned();
      return decision(limit, count(subject), resetMs);
    },
    note(subject) {
      turned();
      count(subject);
    },
    async close() {
      lineages.clear();
      projects.clear();
    },
  };
}

/** Beyond its limit the least recently used name is evicted and starts again at zero. */
function createCounts(namesMax: number) {
  const used = boundedMap<number>(namesMax);
  const of = (name: string): number => used.get(name) ?? 0;
  return {
    of,
    add: (name: string): void => used.set(name, of(name) + 1),
    clear: used.clear,
  };
}
