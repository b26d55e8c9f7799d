/** The conformance suite of the port, which every limiter passes. Imported by tests only. */
import { afterEach, expect, test } from 'vitest';
import type { RateLimiter, RateSubject, WindowOptions } from './rate-limiter.ts';

export interface LimiterWorld {
  /** Opens a limiter, ready to decide. Limiters of one world share their counts. */
  open(options: WindowOptions): Promise<RateLimiter>;
  /** Resolves in the next window. */
  turn(windowSeconds: number): Promise<void>;
  /** Returns an unused lineage. */
  lineage(): string;
  /** Milliseconds on the clock that determines the windows. */
  now(): number;
}

/** By default each lineage has its own project, and each project its own organization. */
export const subject = (lineage: string, projectId = `project of ${lineage}`): RateSubject => ({
  lineage,
  projectId,
  organizationId: `organization of ${projectId}`,
});

/** A window so long that it never ends during a test, except by `turn`, however slow the machine is. */
const LONG = { windowSeconds: 3600 };
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
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 120, ...LONG });
    const lineage = world.lineage();
    const decisions = await times(360, () => limiter.take(subject(lineage)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(120);
  });

  test('remaining counts down to zero, once for each request, and stays there', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 3, ...LONG });
    const lineage = world.lineage();
    const decisions = await times(5, () => limiter.take(subject(lineage)));
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
    const window = () => Math.floor(world.now() / 1000);
    const first = window();
    const before = await times(20, () => limiter.take(subject(lineage)));
    // On a slow machine the requests fall into several windows, each with its own limit.
    const windows = window() - first + 1;
    const allowed = before.filter((decision) => decision.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(2);
    expect(allowed).toBeLessThanOrEqual(2 * windows);
    await world.turn(1);
    expect(await limiter.take(subject(lineage))).toMatchObject({ allowed: true, remaining: 1 });
  });

  test('resetSeconds leads to the turn of the window: never early, at most a second late', async () => {
    const limiter = await open({ limit: 1, windowSeconds: 4 });
    const { resetSeconds } = await limiter.take(subject(world.lineage()));
    expect(Number.isInteger(resetSeconds)).toBe(true);
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
    expect(resetSeconds).toBeLessThanOrEqual(4);
  });

  test('all keys of a project together have its budget, however many there are, and the stricter limit is reported', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 3, projectLimit: 5, ...LONG });
    const projectId = world.lineage();
    const keys = [world.lineage(), world.lineage(), world.lineage()].map((lineage) => subject(lineage, projectId));
    const decisions = await Promise.all([0, 0, 0, 0, 1, 1, 1, 2].map((key) => limiter.take(keys[key] as RateSubject)));
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, false, true, true, false, false]);
    expect(decisions.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 1, 0, 0, 0]);
    expect((await limiter.take(subject(world.lineage()))).allowed).toBe(true);
  });

  test('without a budget of its own a project has that of five keys', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 2, ...LONG });
    const projectId = world.lineage();
    const takes = Array.from({ length: 12 }, () => limiter.take(subject(world.lineage(), projectId)));
    expect((await Promise.all(takes)).filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  test('all projects of an organization together have its budget, whatever their number and the number of their keys', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 3, projectLimit: 4, organizationLimit: 10, ...LONG });
    const organizationId = world.lineage();
    const takes = Array.from({ length: 50 }, (_, n) =>
      limiter.take({ lineage: world.lineage(), projectId: `project ${n % 25} of ${organizationId}`, organizationId }),
    );
    expect((await Promise.all(takes)).filter(({ allowed }) => allowed)).toHaveLength(10);
    const lineage = world.lineage();
    const refused = await limiter.take({ ...subject(lineage), organizationId });
    expect([refused.allowed, refused.remaining]).toEqual([false, 0]);
    expect(await limiter.take(subject(lineage))).toMatchObject({ allowed: true, remaining: 2 });
  });

  test('a request that its organization refuses counts neither for its key nor for its project', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 3, projectLimit: 3, organizationLimit: 1, ...LONG });
    const [lineage, projectId] = [world.lineage(), world.lineage()];
    const full = { lineage, projectId, organizationId: world.lineage() };
    expect((await times(4, () => limiter.take(full))).map(({ allowed }) => allowed)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    for (let n = 0; n < 2; n++)
      expect((await limiter.take({ ...full, organizationId: world.lineage() })).allowed).toBe(true);
    expect((await limiter.take({ ...full, organizationId: world.lineage() })).allowed).toBe(false);
  });

  test('without a budget of its own an organization has that of five projects', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 1, projectLimit: 2, ...LONG });
    const organizationId = world.lineage();
    const takes = Array.from({ length: 14 }, () => limiter.take({ ...subject(world.lineage()), organizationId }));
    expect((await Promise.all(takes)).filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  test('lineages do not count against each other, asked in one moment or not', async () => {
    await world.turn(LONG.windowSeconds);
    const limiter = await open({ limit: 2, ...LONG });
    const [a, b] = [world.lineage(), world.lineage()];
    const decisions = await Promise.all([a, b, a, b, a, b].map((lineage) => limiter.take(subject(lineage))));
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false, false]);
    expect((await limiter.take(subject(world.lineage()))).allowed).toBe(true);
  });
}
