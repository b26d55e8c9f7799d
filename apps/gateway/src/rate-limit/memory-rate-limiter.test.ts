import { describe, expect, test } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import { rateLimiterSuite, subject } from './port-suite.ts';

const START = Date.UTC(2026, 10, 21, 12, 0, 0);
let nowMs = START;
const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
let lineages = 0;

describe('the limiter in memory', () => {
  rateLimiterSuite({
    open: async (options) => createMemoryRateLimiter({ ...options, clock }),
    turn: async (windowSeconds) => void (nowMs = (Math.floor(nowMs / 1000 / windowSeconds) + 1) * windowSeconds * 1000),
    lineage: () => `lineage-${++lineages}`,
    now: () => nowMs,
  });

  test.each([
    { atMs: START, resetSeconds: 60 },
    { atMs: START + 1, resetSeconds: 60 },
    { atMs: START + 30_000, resetSeconds: 30 },
    { atMs: START + 59_001, resetSeconds: 1 },
    { atMs: START + 59_999, resetSeconds: 1 },
    { atMs: START + 60_000, resetSeconds: 60 },
  ])('windows are aligned to the minute: at $atMs it resets in $resetSeconds s', async ({ atMs, resetSeconds }) => {
    nowMs = atMs;
    expect((await createMemoryRateLimiter({ limit: 1, clock }).take(subject('a'))).resetSeconds).toBe(resetSeconds);
  });

  test('evicts the oldest lineage beyond its memory limit, not the newest', async () => {
    const limiter = createMemoryRateLimiter({ limit: 1, clock, lineagesMax: 2 });
    for (const lineage of ['a', 'b', 'c']) expect((await limiter.take(subject(lineage))).allowed).toBe(true);
    expect((await limiter.take(subject('c'))).allowed).toBe(false);
    expect((await limiter.take(subject('a'))).allowed).toBe(true);
  });
});
