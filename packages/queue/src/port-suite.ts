/** The conformance suite of the port, for every backend. Imported by tests only. */
import { type Engine, newId } from '@farebox/kernel';
import { soonerThan } from '@farebox/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WakeUp, QueueEvent, QueueOptions, WorkQueue } from './work-queue.ts';

/** Opens another queue in the same server and namespace. Each call of the outer function uses a new namespace. */
export type OpenNamespace = () => Promise<(options: QueueOptions) => WorkQueue>;

/** A starved machine is slow, not wrong; the test's own time limit detects a hang. */
const WAIT = { timeout: 110_000, interval: 5 };
const LIMIT = { timeout: 120_000 };
const newWakeUp = (epoch = 0): WakeUp => ({ projectId: 'proj_1', executionId: newId('execution'), epoch });
const newWakeUps = (count: number): WakeUp[] => Array.from({ length: count }, () => newWakeUp());

/** Repeats until it is accepted, as the keeper does: after a slow connection the server is skipped for a moment. */
async function handOver(queue: WorkQueue, wakeUps: readonly WakeUp[], engine: Engine = 'image'): Promise<void> {
  await vi.waitFor(async () => expect(await queue.notify(engine, wakeUps)).toBe(wakeUps.length), WAIT);
}

export function queueSuite(openNamespace: OpenNamespace): void {
  const opened: WorkQueue[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.close()));
  });

  async function setUp() {
    const namespace = await openNamespace();
    const events: QueueEvent[] = [];
    const warnings: string[] = [];
    const open = (wakeUpsPerJob = 1): WorkQueue => {
      const logger = { warn: (_fields: object, message: string) => void warnings.push(message) };
      const queue = namespace({
        logger,
        wakeUpsPerJob,
        timeoutMs: WAIT.timeout,
        observe: (event) => events.push(event),
      });
      opened.push(queue);
      return queue;
    };
    return { open, events, warnings };
  }

  /** Collects wake-ups into a list. `settled` resolves once a wake-up that was sent last has arrived. */
  function collect(queue: WorkQueue, concurrency = 1) {
    const seen: string[] = [];
    const consumer = queue.consume('image', { concurrency }, async (wakeUp) => void seen.push(wakeUp.executionId));
    const settled = async () => {
      const last = newWakeUp();
      await handOver(queue, [last]);
      await vi.waitFor(() => expect(seen).toContain(last.executionId), WAIT);
      return seen.filter((id) => id !== last.executionId);
    };
    return { seen, consumer, settled };
  }

  describe.each([1, 16])('with %i wake-up(s) a job', (wakeUpsPerJob) => {
    test('a thousand wake-ups handed over at once are each delivered once, roughly in order', LIMIT, async () => {
      const queue = (await setUp()).open(wakeUpsPerJob);
      const wakeUps = newWakeUps(1000);
      await handOver(queue, wakeUps);
      const seen = await collect(queue, 1).settled();
      const ids = wakeUps.map(({ executionId }) => executionId);
      expect([...seen].sort()).toEqual([...ids].sort());
      const distances = seen.map((id, position) => Math.abs(ids.indexOf(id) - position));
      expect(Math.max(...distances)).toBeLessThan(64);
    });

    test('concurrent notifications from many callers all arrive', LIMIT, async () => {
      const queue = (await setUp()).open(wakeUpsPerJob);
      const wakeUps = newWakeUps(200);
      await Promise.all(wakeUps.map((wakeUp) => handOver(queue, [wakeUp])));
      const { seen } = collect(queue, 16);
      // Several jobs are held at once, so the one that was sent last may overtake the others.
      const sent = new Set(wakeUps.map((wakeUp) => wakeUp.executionId));
      await vi.waitFor(() => expect(new Set(seen)).toEqual(sent), WAIT);
    });

    test('a higher epoch is a new delivery', LIMIT, async () => {
      const queue = (await setUp()).open(wakeUpsPerJob);
      const wakeUp = newWakeUp();
      await handOver(queue, [wakeUp]);
      await handOver(queue, [{ ...wakeUp, epoch: 1 }]);
      expect(await collect(queue).settled()).toEqual([wakeUp.executionId, wakeUp.executionId]);
    });

    test('a wake-up whose handler throws is not repeated and does not stop the next one', LIMIT, async () => {
      const { open, events } = await setUp();
      const queue = open(wakeUpsPerJob);
      const calls: string[] = [];
      queue.consume('image', { concurrency: 1 }, async (wakeUp) => {
        calls.push(wakeUp.executionId);
        throw new Error('the wake-up failed');
      });
      const wakeUps = newWakeUps(3);
      await handOver(queue, wakeUps);
      const last = newWakeUp();
      await handOver(queue, [last]);
      await vi.waitFor(() => expect(calls).toContain(last.executionId), WAIT);
      expect([...calls].sort()).toEqual([...wakeUps, last].map(({ executionId }) => executionId).sort());
      expect(events.filter(({ kind }) => kind === 'wake_up_failed').length).toBeGreaterThanOrEqual(3);
    });

    test('never more wake-ups run at once than the consumer allows', LIMIT, async () => {
      const queue = (await setUp()).open(wakeUpsPerJob);
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      let running = 0;
      let most = 0;
      let done = 0;
      queue.consume('image', { concurrency: 3 }, async () => {
        most = Math.max(most, ++running);
        await held;
        running--;
        done++;
      });
      await handOver(queue, newWakeUps(100));
      await vi.waitFor(() => expect(running).toBe(3), WAIT);
      letGo();
      await vi.waitFor(() => expect(done).toBe(100), WAIT);
      expect(most).toBe(3);
    });

    test('wake-ups of another engine are not delivered', LIMIT, async () => {
      const queue = (await setUp()).open(wakeUpsPerJob);
      await handOver(queue, newWakeUps(3), 'provider');
      expect(await collect(queue).settled()).toEqual([]);
    });
  });

  test('the same wake-up sent again while it waits is one delivery, from one sender or several', LIMIT, async () => {
    const { open } = await setUp();
    const queue = open();
    const [wakeUp, other] = [newWakeUp(), newWakeUp()];
    await handOver(queue, [wakeUp, wakeUp, other]);
    await handOver(queue, [wakeUp]);
    await handOver(open(), [other, wakeUp]);
    expect(await collect(queue).settled()).toEqual([wakeUp.executionId, other.executionId]);
  });

  test(
    'a wake-up in a shared job, repeated any number of times by other senders, waits at most twice',
    LIMIT,
    async () => {
      const { open } = await setUp();
      const wakeUps = newWakeUps(16);
      await handOver(open(16), wakeUps);
      for (let repeat = 0; repeat < 5; repeat++) await handOver(open(), wakeUps);
      expect(await collect(open()).settled()).toHaveLength(32);
    },
  );

  drainSuite(setUp);
}

type SetUp = () => Promise<{ open: (wakeUpsPerJob?: number) => WorkQueue }>;

/** A wake-up that runs until it is released. */
function heldWakeUps() {
  const begun: string[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const wakeUp = async ({ executionId }: WakeUp) => {
    begun.push(executionId);
    await held;
  };
  return { begun, wakeUp, letGo };
}

function drainSuite(setUp: SetUp): void {
  test('wake-ups that arrive together and find no free slot are handled by another worker', LIMIT, async () => {
    const { open } = await setUp();
    const queue = open(16);
    await handOver(queue, newWakeUps(8));
    const [busy, idle] = [heldWakeUps(), heldWakeUps()];
    queue.consume('image', { concurrency: 1 }, busy.wakeUp);
    await vi.waitFor(() => expect(busy.begun).toHaveLength(1), WAIT);
    open().consume('image', { concurrency: 7 }, idle.wakeUp);
    await vi.waitFor(() => expect(idle.begun).toHaveLength(7), WAIT);
    busy.letGo();
    idle.letGo();
  });

  test(
    'close waits for running wake-ups, accepts no further one, and leaves the others to the next worker',
    LIMIT,
    async () => {
      const { open } = await setUp();
      const wakeUps = newWakeUps(20);
      const held = heldWakeUps();
      const first = open().consume('image', { concurrency: 2 }, held.wakeUp);
      await handOver(open(), wakeUps);
      await vi.waitFor(() => expect(held.begun).toHaveLength(2), WAIT);
      let closed = false;
      const closing = first.close(WAIT.timeout).then(() => (closed = true));
      await new Promise((resolve) => setImmediate(resolve));
      expect(closed).toBe(false);
      held.letGo();
      await closing;
      expect(held.begun).toHaveLength(2);
      const next = heldWakeUps();
      next.letGo();
      open().consume('image', { concurrency: 2 }, next.wakeUp);
      const all = wakeUps.map(({ executionId }) => executionId).sort();
      await vi.waitFor(() => expect([...held.begun, ...next.begun].sort()).toEqual(all), WAIT);
    },
  );

  test('close ends after its timeout if a wake-up never ends', LIMIT, async () => {
    const { open } = await setUp();
    const held = heldWakeUps();
    const consumer = open().consume('image', { concurrency: 1 }, held.wakeUp);
    await handOver(open(), newWakeUps(1));
    await vi.waitFor(() => expect(held.begun).toHaveLength(1), WAIT);
    await soonerThan(1500, consumer.close(200));
    held.letGo();
  });
}
