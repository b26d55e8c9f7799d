/** The limiter with the Redis account that deploy/redis/start.sh gives the apps: Redis decides, without a fallback. */
import { randomUUID } from 'node:crypto';
import { startRedis } from '@farebox/testing';
import { afterAll, expect, test } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import { subject } from './port-suite.ts';
import { createRedisRateLimiter, type RateLimitEvent } from './redis-rate-limiter.ts';

const redis = await startRedis({ password: 'a-secret-of-redis' });
afterAll(() => redis?.stop());

/** Events of each limiter, in order. */
type Told = RateLimitEvent['kind'][];

function openLimiter(url: string, told: Told) {
  const limit = 3;
  const fallback = createMemoryRateLimiter({ limit, windowSeconds: 600 });
  const observe = ({ kind }: RateLimitEvent) => void told.push(kind);
  return createRedisRateLimiter({ limit, windowSeconds: 600, url, fallback, observe });
}

test.skipIf(redis === null)('two gateways share one limit under the deployed account', async () => {
  const url = redis?.url ?? '';
  const told: [Told, Told] = [[], []];
  const limiters = told.map((each) => openLimiter(url, each));
  try {
    await Promise.all(limiters.map((limiter) => limiter.prepare(10_000)));
    const lineage = randomUUID();
    const decisions = await Promise.all(limiters.flatMap((each) => [1, 2].map(() => each.take(subject(lineage)))));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(3);
    for (const each of told) expect(each).toEqual(['regained', 'decided', 'decided']);
  } finally {
    await Promise.all(limiters.map((limiter) => limiter.close()));
  }
});

test.skipIf(redis === null)('without the password Redis makes no decision, and the limiter reports that', async () => {
  const told: Told = [];
  const url = new URL(redis?.url ?? '');
  url.password = '';
  const limiter = openLimiter(url.href, told);
  try {
    await limiter.take(subject(randomUUID()));
    expect(told).toEqual(['fell_back']);
  } finally {
    await limiter.close();
  }
});
