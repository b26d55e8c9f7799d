/** The limiter of one process: exact when there is one gateway, and the fallback budget of each when Redis is away. */
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
  /** Lineages, and projects, remembered in one window, at most. Beyond it the oldest is forgotten and so starts anew. */
  readonly lineagesMax?: number;
}

/** A limiter that can be told what another one decided, so that it goes on from there. */
export interface MemoryRateLimiter extends RateLimiter {
  /** A request that was allowed elsewhere. */
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

  /** Milliseconds until the window turns. */
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

/** Beyond its bound the name that was silent for longest is forgotten, and so starts anew. */
function createCounts(namesMax: number) {
  const used = boundedMap<number>(namesMax);
  const of = (name: string): number => used.get(name) ?? 0;
  return {
    of,
    add: (name: string): void => used.set(name, of(name) + 1),
    clear: used.clear,
  };
}
