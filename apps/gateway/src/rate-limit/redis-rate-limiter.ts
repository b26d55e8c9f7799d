/**
 * The limiter that is exact across gateways. It never waits longer than its timeouts. After a failure requests use the
 * fallback, and only a probe in the background asks Redis, until it succeeds.
 */
import { groupQueries, limitLines, within } from '@farebox/kernel';
import { Redis, type RedisOptions } from 'ioredis';
import type { MemoryRateLimiter } from './memory-rate-limiter.ts';
import {
  decision,
  limitsOf,
  type RateLimiter,
  type RateSubject,
  WINDOW_SECONDS,
  type WindowOptions,
} from './rate-limiter.ts';
import { countInWindow } from './window-script.ts';

/** The part of a logger that the limiter needs; a pino logger fits. */
export interface WarnLog {
  warn(fields: object, message: string): void;
}

export interface RateLimitEvent {
  /** One `decided` or `fell_back` for each request; `lost` and `regained` when Redis stops and starts to answer. */
  readonly kind: 'decided' | 'fell_back' | 'lost' | 'regained';
}

export interface RedisRateLimiterOptions extends WindowOptions {
  readonly url: string | URL;
  /** Decides while Redis does not answer, from the usage known to this process; closed with this limiter. */
  readonly fallback: MemoryRateLimiter;
  /** Limit of one round trip. A request may also wait for the round trip before it. Default 250. */
  readonly timeoutMs?: number;
  /** Pause between two probes after a failure of Redis. Default 1000. */
  readonly probeMs?: number;
  readonly logger?: WarnLog;
  readonly observe?: (event: RateLimitEvent) => void;
}

const CONNECTION = {
  connectTimeout: 2000,
  keepAlive: 10_000,
  socketTimeout: 5000,
  // Commands are not stored while Redis is unreachable: a late decision is useless.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** Requests of the same moment share a script call: with 64 at once it costs a third of separate calls, as measured. */
const SHARING = { groupMax: 256, queriesMax: 1, waitingMax: 20_000 };
/** Longer for the first probe: a starting process is busy, and no request waits for this probe. */
const START_TIMEOUT_MS = 2000;
const PROBE = {
  subjects: [{ lineage: 'probe', projectId: 'probe', organizationId: 'probe' }],
  limit: Number.MAX_SAFE_INTEGER,
  projectLimit: Number.MAX_SAFE_INTEGER,
  organizationLimit: Number.MAX_SAFE_INTEGER,
};

export function createRedisRateLimiter(options: RedisRateLimiterOptions): RateLimiter {
  const { url, windowSeconds = WINDOW_SECONDS, fallback, timeoutMs = 250, observe } = options;
  const windowMs = windowSeconds * 1000;
  const limits = limitsOf(options);
  const redis = new Redis(String(url), CONNECTION);
  const health = watchHealth(redis, options, () => countInWindow(redis, { ...PROBE, windowMs }));

  const submit = groupQueries(async (subjects: readonly RateSubject[]) => {
    if (!health.good()) throw new Error('Redis was lost while these requests waited for a call');
    const counting = countInWindow(redis, { subjects, ...limits, windowMs });
    const { resetMs, remaining } = await within(timeoutMs, 'the rate limit', counting);
    return remaining.map((left) => decision(limits.limit, left, resetMs));
  }, SHARING);

  return {
    prepare: (forMs) => within(forMs, 'the first response of Redis', health.firstGood).catch(() => {}),
    async take(subject) {
      if (health.good()) {
        try {
          const decided = await submit(subject);
          if (decided.allowed) fallback.note(subject);
          observe?.({ kind: 'decided' });
          return decided;
        } catch (error) {
          health.lost(error);
        }
      }
      observe?.({ kind: 'fell_back' });
      return fallback.take(subject);
    },
    async close() {
      health.stop();
      redis.disconnect();
      await fallback.close();
    },
  };
}

interface Health {
  good(): boolean;
  readonly firstGood: Promise<void>;
  lost(error: unknown): void;
  stop(): void;
}

/** Redis counts as healthy from the first successful probe until `lost`; then it is probed until a probe succeeds again. */
function watchHealth(redis: Redis, options: RedisRateLimiterOptions, probe: () => Promise<unknown>): Health {
  const { timeoutMs = 250, probeMs = 1000, logger, observe } = options;
  const verdict = limitLines();
  const first = Promise.withResolvers<void>();
  let boundMs = START_TIMEOUT_MS;
  let good = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function warn(error: unknown): void {
    const line = verdict('redis');
    if (!line.write) return;
    const fields = { reason: String(error), suppressed: line.suppressed };
    logger?.warn(fields, 'Redis cannot count requests; each gateway counts its own');
  }

  function probeLater(): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void probeNow(), probeMs).unref();
  }

  async function probeNow(): Promise<void> {
    clearTimeout(timer);
    try {
      await within(boundMs, 'the probe', probe());
      if (good || stopped) return;
      good = true;
      boundMs = timeoutMs;
      first.resolve();
      observe?.({ kind: 'regained' });
    } catch (error) {
      warn(error);
      probeLater();
    }
  }

  redis.on('error', warn);
  redis.on('ready', () => void probeNow());
  return {
    good: () => good,
    firstGood: first.promise,
    lost(error) {
      if (!good) return;
      good = false;
      observe?.({ kind: 'lost' });
      warn(error);
      probeLater();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
