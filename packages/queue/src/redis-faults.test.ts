import { newId } from '@farebox/kernel';
import { soonerThan, startRedis } from '@farebox/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRedisQueue } from './redis-queue.ts';
import type { WorkQueue } from './work-queue.ts';

type Server = NonNullable<Awaited<ReturnType<typeof startRedis>>>;

const available = await startRedis();
await available?.stop();

const BOUND_MS = 600;
/** Longer than its time limit, by a timer of the same process. */
const OVER_BOUND_MS = BOUND_MS + 400;
const RECOVERY = { timeout: 50_000, interval: 50 };
const LIMIT_MS = 120_000;
let server: Server;
let queue: WorkQueue;
let lines: number[];
let seen: string[];

/** Notifies repeatedly, as the keeper does, until a wake-up sent after the fault has been delivered. */
async function expectRecovery(): Promise<void> {
  await vi.waitFor(async () => {
    const executionId = newId('execution');
    await queue.notify('image', [{ projectId: 'proj_1', executionId, epoch: 0 }]);
    await vi.waitFor(() => expect(seen).toContain(executionId), { timeout: 1000, interval: 5 });
  }, RECOVERY);
}

/** A gateway during a fault: it accepts requests, and notifies for each. No request waits longer than its time limit. */
async function notifyFor(durationMs: number): Promise<void> {
  const untilMs = performance.now() + durationMs;
  do {
    const wakeUps = [{ projectId: 'proj_1', executionId: newId('execution'), epoch: 0 }];
    const notified = Promise.all(Array.from({ length: 20 }, () => queue.notify('image', wakeUps)));
    await soonerThan(OVER_BOUND_MS, notified);
    await new Promise((resolve) => setImmediate(resolve));
  } while (performance.now() < untilMs);
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

  test(
    'down at boot: notify is bounded, and everything works once Redis runs',
    async () => {
      await queue.close();
      await server.stop();
      openQueue(server.url);
      await notifyFor(1500);
      server = (await startRedis({ port: Number(new URL(server.url).port) })) as Server;
      await expectRecovery();
      expectFewLines();
    },
    LIMIT_MS,
  );

  test(
    'suspended: notify is bounded, and everything works once Redis continues',
    async () => {
      await expectRecovery();
      process.kill(server.pid, 'SIGSTOP');
      try {
        await notifyFor(2500);
      } finally {
        process.kill(server.pid, 'SIGCONT');
      }
      await expectRecovery();
      expectFewLines();
    },
    LIMIT_MS,
  );

  test(
    'suspended for good: closing still ends',
    async () => {
      await expectRecovery();
      const consumer = queue.consume('provider', { concurrency: 1 }, async () => {});
      process.kill(server.pid, 'SIGSTOP');
      try {
        await soonerThan(1500, consumer.close(300));
        await soonerThan(8000, queue.close());
      } finally {
        process.kill(server.pid, 'SIGCONT');
      }
    },
    LIMIT_MS,
  );

  test(
    'killed and restarted empty: producer and consumer resume automatically',
    async () => {
      await expectRecovery();
      process.kill(server.pid, 'SIGKILL');
      await notifyFor(1500);
      await restart();
      await expectRecovery();
      expectFewLines();
    },
    LIMIT_MS,
  );

  test(
    'emptied while a wake-up runs: the wake-up ends, and later ones are delivered',
    async () => {
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
    },
    LIMIT_MS,
  );

  test.each([
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['read-only', ['CONFIG', 'SET', 'min-replicas-to-write', '1'], ['CONFIG', 'SET', 'min-replicas-to-write', '0']],
    ['a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ] as [string, [string, ...string[]], [string, ...string[]]][])(
    '%s: notify returns 0 at once, the consumer does not spin, and everything works after the fault',
    async (_name, fault, cure) => {
      await expectRecovery();
      const backlog = await heldBacklog();
      await command(...fault);
      backlog.letGo(); // from here on the consumer requests the next job and cannot get it
      const before = process.cpuUsage();
      await notifyFor(100);
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
    LIMIT_MS,
  );
});

/** A consumer that is busy with the first of fifty wake-ups until the test releases it. */
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

/** A full Redis accepts some scripts, so that a part of the backlog may still start: that is not a busy loop. */
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
