import { newId } from '@tollgate/kernel';
import { startRedis } from '@tollgate/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRedisQueue } from './redis-queue.ts';
import type { WorkQueue } from './work-queue.ts';

type Server = NonNullable<Awaited<ReturnType<typeof startRedis>>>;

const available = await startRedis();
await available?.stop();

const BOUND_MS = 600;
const RECOVERY = { timeout: 15_000, interval: 50 };
let server: Server;
let queue: WorkQueue;
let lines: number[];
let seen: string[];

/** Notifies again and again, as the keeper does, until one wake-up sent after the fault has been delivered. */
async function expectRecovery(): Promise<void> {
  await vi.waitFor(async () => {
    const executionId = newId('execution');
    await queue.notify('image', [{ projectId: 'proj_1', executionId, epoch: 0 }]);
    await vi.waitFor(() => expect(seen).toContain(executionId), { timeout: 200, interval: 5 });
  }, RECOVERY);
}

/** What a gateway does during a fault: it accepts, and notifies for every request. Returns the slowest one in ms. */
async function notifyFor(durationMs: number): Promise<number> {
  const untilMs = performance.now() + durationMs;
  let slowestMs = 0;
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    const wakeUps = [{ projectId: 'proj_1', executionId: newId('execution'), epoch: 0 }];
    await Promise.all(Array.from({ length: 20 }, () => queue.notify('image', wakeUps)));
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return slowestMs;
}

function expectFewLines(): void {
  for (const start of lines) {
    expect(lines.filter((line) => line >= start && line < start + 1000).length).toBeLessThanOrEqual(10);
  }
}

function openQueue(url: string): void {
  lines = [];
  seen = [];
  const logger = { warn: () => void lines.push(performance.now()) };
  queue = createRedisQueue({ url, logger, timeoutMs: BOUND_MS });
  queue.consume('image', { concurrency: 2 }, async (wakeUp) => void seen.push(wakeUp.executionId));
}

async function command(...args: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(server.url);
  try {
    return await client.call(...args);
  } finally {
    client.disconnect();
  }
}

describe.skipIf(available === null)('a Redis that fails', () => {
  beforeEach(async () => {
    server = (await startRedis()) as Server;
    openQueue(server.url);
  });
  afterEach(async () => {
    await queue.close();
    await server.stop();
  });

  const restart = async () => {
    await server.stop();
    server = (await startRedis({ port: Number(new URL(server.url).port) })) as Server;
  };

  test('down at boot: notify is bounded, and all works once it is there', async () => {
    await queue.close();
    await server.stop();
    openQueue(server.url);
    expect(await notifyFor(1500)).toBeLessThan(BOUND_MS + 400);
    server = (await startRedis({ port: Number(new URL(server.url).port) })) as Server;
    await expectRecovery();
    expectFewLines();
  }, 30_000);

  test('stopped: notify is bounded, and all works once it continues', async () => {
    await expectRecovery();
    process.kill(server.pid, 'SIGSTOP');
    try {
      expect(await notifyFor(2500)).toBeLessThan(BOUND_MS + 400);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await expectRecovery();
    expectFewLines();
  }, 30_000);

  test('stopped for good: closing ends all the same', async () => {
    await expectRecovery();
    const consumer = queue.consume('provider', { concurrency: 1 }, async () => {});
    process.kill(server.pid, 'SIGSTOP');
    try {
      const startedMs = performance.now();
      await consumer.close(300);
      expect(performance.now() - startedMs).toBeLessThan(1500);
      await queue.close();
      expect(performance.now() - startedMs).toBeLessThan(8000);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
  }, 30_000);

  test('killed and restarted empty: producer and consumer resume by themselves', async () => {
    await expectRecovery();
    process.kill(server.pid, 'SIGKILL');
    expect(await notifyFor(1500)).toBeLessThan(BOUND_MS + 400);
    await restart();
    await expectRecovery();
    expectFewLines();
  }, 30_000);

  test('emptied while a wake-up runs: the wake-up ends, and later ones are delivered', async () => {
    const backlog = await heldBacklog();
    await command('FLUSHALL');
    const begunBefore = backlog.begun();
    backlog.letGo();
    await vi.waitFor(async () => {
      await queue.notify('provider', [{ projectId: 'proj_1', executionId: newId('execution'), epoch: 0 }]);
      expect(backlog.begun()).toBeGreaterThan(begunBefore + 1);
    }, RECOVERY);
    await expectRecovery();
    expectFewLines();
  }, 30_000);

  test.each([
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['read-only', ['CONFIG', 'SET', 'min-replicas-to-write', '1'], ['CONFIG', 'SET', 'min-replicas-to-write', '0']],
    ['a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ] as [string, [string, ...string[]], [string, ...string[]]][])(
    '%s: notify answers 0 at once, the consumer does not spin, and all works once it is cured',
    async (_name, fault, cure) => {
      await expectRecovery();
      const backlog = await heldBacklog();
      await command(...fault);
      backlog.letGo(); // from here on the consumer wants the next job and cannot have it
      const before = process.cpuUsage();
      expect(await notifyFor(100)).toBeLessThan(BOUND_MS + 400);
      expect(await queue.notify('image', [{ projectId: 'proj_1', executionId: newId('execution'), epoch: 0 }])).toBe(0);
      await steady(backlog.begun);
      const commandsBefore = await commandCount();
      await new Promise((resolve) => setTimeout(resolve, 1500)); // the length of the observation, not a wait for a result
      expect((await commandCount()) - commandsBefore).toBeLessThan(200);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1.5);
      await command(...cure);
      await expectRecovery();
      expectFewLines();
    },
    30_000,
  );
});

/** A consumer that is busy with the first of fifty wake-ups until it is let go. */
async function heldBacklog(): Promise<{ letGo: () => void; begun: () => number }> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let running = 0;
  queue.consume('provider', { concurrency: 1 }, async () => {
    running++;
    await held;
  });
  const wakeUps = Array.from({ length: 50 }, () => ({
    projectId: 'proj_1',
    executionId: newId('execution'),
    epoch: 0,
  }));
  await queue.notify('provider', wakeUps);
  await vi.waitFor(() => expect(running).toBe(1), RECOVERY);
  return { letGo, begun: () => running };
}

/** A full Redis lets some scripts through, so that a part of the backlog may still begin: that is no spinning. */
async function steady(count: () => number): Promise<void> {
  let before = -1;
  while (before !== count()) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 300)); // as above
  }
}

async function commandCount(): Promise<number> {
  const stats = String(await command('INFO', 'stats'));
  return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
}
