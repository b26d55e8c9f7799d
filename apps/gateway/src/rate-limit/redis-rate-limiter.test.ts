import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { soonerThan, startRedis } from '@farebox/testing';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import { rateLimiterSuite, subject } from './port-suite.ts';
import type { RateLimiter, WindowOptions } from './rate-limiter.ts';
import { createRedisRateLimiter, type RateLimitEvent } from './redis-rate-limiter.ts';

type Server = NonNullable<Awaited<ReturnType<typeof startRedis>>>;

const shared = await startRedis();
afterAll(() => shared?.stop());

/** For tests in which Redis works: a slow machine must not look like an outage. */
const PATIENT_MS = 30_000;
/** A window so long that it never ends during a test, however slow the machine is. */
const LONG_SECONDS = 3600;

type LimiterOptions = WindowOptions & { readonly timeoutMs?: number };

/** Opens a limiter and records its events; the first is `regained`, when it is connected. */
function openLimiter(url: string, options: LimiterOptions) {
  const events: RateLimitEvent['kind'][] = [];
  const lines: number[] = [];
  const limiter = createRedisRateLimiter({
    ...options,
    url,
    probeMs: 200,
    fallback: createMemoryRateLimiter(options),
    logger: { warn: () => void lines.push(performance.now()) },
    observe: ({ kind }) => void events.push(kind),
  });
  return { limiter, events, lines };
}

async function openConnected(url: string, options: LimiterOptions) {
  const opened = openLimiter(url, options);
  await vi.waitFor(() => expect(opened.events).toContain('regained'), { timeout: 30_000, interval: 5 });
  return opened;
}

/** Waits for the next window by the server's clock; does not wait in the middle of a long window. */
async function turn(windowSeconds: number): Promise<void> {
  const windowMs = windowSeconds * 1000;
  const leftMs = windowMs - (Date.now() % windowMs);
  if (windowSeconds <= 4 || leftMs < 60_000) await sleep(leftMs + 5);
}

describe.skipIf(shared === null)('the limiter in Redis', () => {
  const url = shared?.url ?? '';

  rateLimiterSuite({
    open: async (options) => (await openConnected(url, { timeoutMs: PATIENT_MS, ...options })).limiter,
    turn,
    now: Date.now,
    lineage: randomUUID,
  });

  test('two gateways together allow exactly the limit when they get three times as many requests', async () => {
    await turn(LONG_SECONDS);
    const options = { limit: 120, windowSeconds: LONG_SECONDS, timeoutMs: PATIENT_MS };
    const gateways = await Promise.all([openConnected(url, options), openConnected(url, options)]);
    const lineage = randomUUID();
    const takes = Array.from({ length: 180 }, () => gateways.map(({ limiter }) => limiter.take(subject(lineage))));
    const decisions = await Promise.all(takes.flat());
    expect(decisions).toHaveLength(360);
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(120);
    expect(gateways.flatMap(({ events }) => events)).not.toContain('fell_back');
    await Promise.all(gateways.map(({ limiter }) => limiter.close()));
  });

  test('a prepared gateway counts exactly from its first request, although Redis answered late', async () => {
    await turn(LONG_SECONDS);
    const server = (await startRedis()) as Server;
    process.kill(server.pid, 'SIGSTOP');
    const options = { limit: 120, windowSeconds: LONG_SECONDS, timeoutMs: PATIENT_MS };
    const gateways = [openLimiter(server.url, options), openLimiter(server.url, options)];
    const prepared = Promise.all(gateways.map(({ limiter }) => limiter.prepare(PATIENT_MS)));
    await sleep(700); // the first response is late
    process.kill(server.pid, 'SIGCONT');
    await prepared;
    const lineage = randomUUID();
    const decisions = await Promise.all(
      gateways.flatMap(({ limiter }) => Array.from({ length: 180 }, () => limiter.take(subject(lineage)))),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(120);
    expect(gateways.flatMap(({ events }) => events)).not.toContain('fell_back');
    await Promise.all(gateways.map(({ limiter }) => limiter.close()));
    await server.stop();
  });

  test('the entries in Redis hold only the lineage and a count, and expire soon after their window', async () => {
    const { limiter } = await openConnected(url, { limit: 5, windowSeconds: 2 });
    const lineage = randomUUID();
    await turn(2);
    await limiter.take(subject(lineage));
    const client = new Redis(url);
    const keys = await client.keys(`r*${lineage}:*`);
    const window = Math.floor(Date.now() / 2000);
    expect(keys.sort()).toEqual([
      `rl:${lineage}:${window}`,
      `ro:organization of project of ${lineage}:${window}`,
      `rp:project of ${lineage}:${window}`,
    ]);
    expect(await client.get(keys[0] ?? '')).toBe('1');
    expect(await client.pttl(keys[0] ?? '')).toBeLessThanOrEqual(3000);
    client.disconnect();
    await limiter.close();
  });
});

describe.skipIf(shared === null)('a failing Redis', () => {
  const LIMIT = 50;
  let server: Server;
  let limiter: RateLimiter;
  let events: RateLimitEvent['kind'][];
  let lines: number[];

  beforeEach(async () => {
    server = (await startRedis()) as Server;
    ({ limiter, events, lines } = await openConnected(server.url, { limit: LIMIT, windowSeconds: LONG_SECONDS }));
  });
  afterEach(async () => {
    await limiter.close();
    await server.stop();
  });

  const port = () => Number(new URL(server.url).port);
  async function expectFallback(): Promise<void> {
    await turn(LONG_SECONDS);
    const lineage = randomUUID();
    await soonerThan(400, limiter.take(subject(randomUUID())));
    await soonerThan(100, Promise.all(Array.from({ length: 10 }, () => limiter.take(subject(randomUUID())))));
    const decisions = await Promise.all(Array.from({ length: LIMIT * 2 }, () => limiter.take(subject(lineage))));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(LIMIT);
  }
  async function expectRecovery(): Promise<void> {
    events.length = 0;
    await vi.waitFor(
      async () => {
        await limiter.take(subject(randomUUID()));
        expect(events.at(-1)).toBe('decided');
      },
      { timeout: 50_000, interval: 50 },
    );
    for (const start of lines) {
      expect(lines.filter((line) => line >= start && line < start + 1000).length).toBeLessThanOrEqual(10);
    }
  }
  async function command(...args: [string, ...string[]]): Promise<void> {
    const client = new Redis(server.url);
    await client.call(...args);
    client.disconnect();
  }

  test('absent at start: the fallback decides at once, and Redis as soon as it runs', async () => {
    await limiter.close();
    const url = server.url;
    await server.stop();
    ({ limiter, events, lines } = openLimiter(url, { limit: LIMIT, windowSeconds: LONG_SECONDS }));
    await soonerThan(600, limiter.prepare(300));
    await expectFallback();
    server = (await startRedis({ port: port() })) as Server;
    await expectRecovery();
  });

  test('stopped: one request waits for the timeout, the next ones do not wait, and the limiter recovers', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      await expectFallback();
      expect(events).toContain('lost');
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await expectRecovery();
  });

  test('stopped within a window: the fallback starts from the usage that this gateway knows', async () => {
    await turn(LONG_SECONDS);
    const key = subject(randomUUID());
    for (let request = 0; request < 30; request++) expect((await limiter.take(key)).allowed).toBe(true);
    process.kill(server.pid, 'SIGSTOP');
    try {
      const decisions = await Promise.all(Array.from({ length: LIMIT * 2 }, () => limiter.take(key)));
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(LIMIT - 30);
      expect(events).toContain('fell_back');
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
  });

  test('restarted without data: the script is loaded again', async () => {
    process.kill(server.pid, 'SIGKILL');
    await expectFallback();
    await server.stop();
    server = (await startRedis({ port: port() })) as Server;
    await expectRecovery();
  });

  test.each([['FLUSHALL'], ['SCRIPT', 'FLUSH']] as [string, ...string[]][])(
    '%s %s: counts restart at zero without a fallback',
    async (...args) => {
      const patient = await openConnected(server.url, { limit: LIMIT, timeoutMs: PATIENT_MS });
      await patient.limiter.take(subject('a'));
      await command(...args);
      expect((await patient.limiter.take(subject('a'))).allowed).toBe(true);
      expect(patient.events).not.toContain('fell_back');
      await patient.limiter.close();
    },
  );

  test.each([
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['read-only', ['CONFIG', 'SET', 'min-replicas-to-write', '1'], ['CONFIG', 'SET', 'min-replicas-to-write', '0']],
    ['a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ] as [string, [string, ...string[]], [string, ...string[]]][])(
    '%s: the fallback decides, and the limiter recovers',
    async (_name, fault, cure) => {
      await command(...fault);
      await expectFallback();
      expect(events).toContain('fell_back');
      await command(...cure);
      await expectRecovery();
    },
  );
});
