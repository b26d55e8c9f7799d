/** The limiter in memory: exact with one gateway, and each gateway's fallback while Redis is unreachable. */
import { type Clock, systemClock, boundedMap } from '@farebox/kernel';
import {
  decision,
  limitsOf,
  type RateLimiter,
  type RateSubject,
  WINDOW_SECONDS,
  type WindowOptions,
} from './rate-limiter.ts';

export interface MemoryRateLimiterOptions extends WindowOptions {
  readonly clock?: Clock;
  /** Maximum of lineages, of projects and of organizations in one window. Beyond it the oldest is evicted and starts again at zero. */
  readonly lineagesMax?: number;
}

/** A limiter that also records decisions of another limiter, so that it can continue from there. */
export interface MemoryRateLimiter extends RateLimiter {
  /** Records a request that another limiter allowed. */
  readonly note: (subject: RateSubject) => void;
}

export function createMemoryRateLimiter(options: MemoryRateLimiterOptions): MemoryRateLimiter {
  const { windowSeconds = WINDOW_SECONDS, clock = systemClock, lineagesMax = 100_000 } = options;
  const windowMs = windowSeconds * 1000;
  const { limit, projectLimit, organizationLimit } = limitsOf(options);
  const lineages = createCounts(limit, lineagesMax);
  const projects = createCounts(projectLimit, lineagesMax);
  const organizations = createCounts(organizationLimit, lineagesMax);
  const all = [lineages, projects, organizations];
  let current = 0;

  function count({ lineage, projectId, organizationId = projectId }: RateSubject): number {
    const left = Math.min(lineages.left(lineage), projects.left(projectId), organizations.left(organizationId));
    if (left <= 0) return -1;
    lineages.add(lineage);
    projects.add(projectId);
    organizations.add(organizationId);
    return left - 1;
  }

  /** Starts a new window if the last one is over; returns the milliseconds until this window ends. */
  function turned(): number {
    const nowMs = clock.now().getTime();
    const window = Math.floor(nowMs / windowMs);
    if (window !== current) {
      current = window;
      for (const { clear } of all) clear();
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
      for (const { clear } of all) clear();
    },
  };
}

/** Beyond its limit the least recently used name is evicted and starts again at zero. */
function createCounts(limit: number, namesMax: number) {
  const used = boundedMap<number>(namesMax);
  const of = (name: string): number => used.get(name) ?? 0;
  return {
    left: (name: string): number => limit - of(name),
    add: (name: string): void => used.set(name, of(name) + 1),
    clear: used.clear,
  };
}
