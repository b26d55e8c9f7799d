/** What every limiter must do: the conformance suite of the port. Imported by tests only. */
import { afterEach, expect, test } from 'vitest';
import type { RateLimiter, WindowOptions } from './rate-limiter.ts';

export interface LimiterWorld {
  /** One limiter, ready to decide. Those of one world share their counts. */
  open(options: WindowOptions): Promise<RateLimiter>;
  /** Resolves in the next window. */
  turn(windowSeconds: number): Promise<void>;
  /** A lineage nobody used. */
  lineage(): string;
}

const times = (count: number, take: () => ReturnType<RateLimiter['take']>) =>
  Promise.all(Array.from({ length: count }, take));

export function rateLimiterSuite(world: LimiterWorld): void {
  const opened: RateLimiter[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((limiter) => limiter.close()));
  });
  async function open(options: WindowOptions): Promise<RateLimiter> {
    const limiter = await world.open(options);
    opened.push(limiter);
    return limiter;
  }

  test('exactly the limit is allowed of three times as many at once', async () => {
    await world.turn(60);
    const limiter = await open({ limit: 120 });
    const lineage = world.lineage();
    const decisions = await times(360, () => limiter.take(lineage));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(120);
  });

  test('remaining counts down to zero, once for each request, and stays there', async () => {
    await world.turn(60);
    const limiter = await open({ limit: 3 });
    const lineage = world.lineage();
    const decisions = await times(5, () => limiter.take(lineage));
    expect(decisions.map(({ allowed, limit, remaining }) => ({ allowed, limit, remaining }))).toEqual([
      { allowed: true, limit: 3, remaining: 2 },
      { allowed: true, limit: 3, remaining: 1 },
      { allowed: true, limit: 3, remaining: 0 },
      { allowed: false, limit: 3, remaining: 0 },
      { allowed: false, limit: 3, remaining: 0 },
    ]);
  });

  test('the window turns with the clock however many were refused, and then the whole limit is there again', async () => {
    const limiter = await open({ limit: 2, windowSeconds: 1 });
    const lineage = world.lineage();
    await world.turn(1);
    const before = await times(20, () => limiter.take(lineage));
    expect(before.filter(({ allowed }) => allowed)).toHaveLength(2);
    await world.turn(1);
    expect(await limiter.take(lineage)).toMatchObject({ allowed: true, remaining: 1 });
  });

  test('resetSeconds leads to the turn of the window: never early, at most a second late', async () => {
    const limiter = await open({ limit: 1, windowSeconds: 4 });
    const { resetSeconds } = await limiter.take(world.lineage());
    expect(Number.isInteger(resetSeconds)).toBe(true);
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
    expect(resetSeconds).toBeLessThanOrEqual(4);
  });

  test('lineages do not count against each other, asked in one moment or not', async () => {
    await world.turn(60);
    const limiter = await open({ limit: 2 });
    const [a, b] = [world.lineage(), world.lineage()];
    const decisions = await Promise.all([a, b, a, b, a, b].map((lineage) => limiter.take(lineage)));
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false, false]);
    expect((await limiter.take(world.lineage())).allowed).toBe(true);
  });
}
