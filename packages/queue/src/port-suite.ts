/** What every backend must do: the conformance suite of the port. Imported by tests only. */
import { newId } from '@tollgate/kernel';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Look, QueueEvent, QueueOptions, WorkQueue } from './work-queue.ts';

/** Opens one more queue on the same server and the same namespace; a new namespace for each call of the outer function. */
export type OpenNamespace = () => Promise<(options: QueueOptions) => WorkQueue>;

const WAIT = { timeout: 10_000, interval: 5 };
const newLook = (epoch = 0): Look => ({ projectId: 'proj_1', executionId: newId('execution'), epoch });
const newLooks = (count: number): Look[] => Array.from({ length: count }, () => newLook());

export function queueSuite(openNamespace: OpenNamespace): void {
  const opened: WorkQueue[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.close()));
  });

  async function setUp() {
    const namespace = await openNamespace();
    const events: QueueEvent[] = [];
    const warnings: string[] = [];
    const open = (looksPerJob = 1): WorkQueue => {
      const logger = { warn: (_fields: object, message: string) => void warnings.push(message) };
      const queue = namespace({ logger, looksPerJob, timeoutMs: 5000, observe: (event) => events.push(event) });
      opened.push(queue);
      return queue;
    };
    return { open, events, warnings };
  }

  /** Consumes into a list; `settled` resolves once a look sent after everything else has come through. */
  function collect(queue: WorkQueue, concurrency = 1) {
    const seen: string[] = [];
    const consumer = queue.consume('image', { concurrency }, async (look) => void seen.push(look.executionId));
    const settled = async () => {
      const last = newLook();
      await queue.nudge('image', [last]);
      await vi.waitFor(() => expect(seen).toContain(last.executionId), WAIT);
      return seen.filter((id) => id !== last.executionId);
    };
    return { seen, consumer, settled };
  }

  describe.each([1, 16])('with %i look(s) a job', (looksPerJob) => {
    test('a thousand looks handed over at once are each delivered once, about in order', async () => {
      const queue = (await setUp()).open(looksPerJob);
      const looks = newLooks(1000);
      expect(await queue.nudge('image', looks)).toBe(1000);
      const seen = await collect(queue, 1).settled();
      const ids = looks.map(({ executionId }) => executionId);
      expect([...seen].sort()).toEqual([...ids].sort());
      const distances = seen.map((id, position) => Math.abs(ids.indexOf(id) - position));
      expect(Math.max(...distances)).toBeLessThan(64);
    });

    test('nudges of the same moment from many callers all arrive', async () => {
      const queue = (await setUp()).open(looksPerJob);
      const looks = newLooks(200);
      const counts = await Promise.all(looks.map((look) => queue.nudge('image', [look])));
      expect(counts).toEqual(looks.map(() => 1));
      expect(new Set(await collect(queue, 16).settled())).toEqual(new Set(looks.map((look) => look.executionId)));
    });

    test('a higher epoch is a new delivery', async () => {
      const queue = (await setUp()).open(looksPerJob);
      const look = newLook();
      await queue.nudge('image', [look]);
      await queue.nudge('image', [{ ...look, epoch: 1 }]);
      expect(await collect(queue).settled()).toEqual([look.executionId, look.executionId]);
    });

    test('a look that throws is not repeated and does not stop the next one', async () => {
      const { open, events } = await setUp();
      const queue = open(looksPerJob);
      const calls: string[] = [];
      queue.consume('image', { concurrency: 1 }, async (look) => {
        calls.push(look.executionId);
        throw new Error('the look failed');
      });
      const looks = newLooks(3);
      await queue.nudge('image', looks);
      const last = newLook();
      await queue.nudge('image', [last]);
      await vi.waitFor(() => expect(calls).toContain(last.executionId), WAIT);
      expect([...calls].sort()).toEqual([...looks, last].map(({ executionId }) => executionId).sort());
      expect(events.filter(({ kind }) => kind === 'look_failed').length).toBeGreaterThanOrEqual(3);
    });

    test('never more looks run at once than the consumer allows', async () => {
      const queue = (await setUp()).open(looksPerJob);
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
      await queue.nudge('image', newLooks(100));
      await vi.waitFor(() => expect(running).toBe(3), WAIT);
      letGo();
      await vi.waitFor(() => expect(done).toBe(100), WAIT);
      expect(most).toBe(3);
    });

    test('looks of another engine are not taken', async () => {
      const queue = (await setUp()).open(looksPerJob);
      await queue.nudge('av', newLooks(3));
      expect(await collect(queue).settled()).toEqual([]);
    });
  });

  test('the same look sent again while it waits is one delivery, whoever sends it', async () => {
    const { open } = await setUp();
    const queue = open();
    const [look, other] = [newLook(), newLook()];
    await queue.nudge('image', [look, look, other]);
    expect(await queue.nudge('image', [look])).toBe(1);
    expect(await open().nudge('image', [other, look])).toBe(2);
    expect(await collect(queue).settled()).toEqual([look.executionId, other.executionId]);
  });

  test('a look that shares a job and is repeated any number of times by others waits twice at most', async () => {
    const { open } = await setUp();
    const looks = newLooks(16);
    await open(16).nudge('image', looks);
    for (let repeat = 0; repeat < 5; repeat++) await open().nudge('image', looks);
    expect(await collect(open()).settled()).toHaveLength(32);
  });

  drainSuite(setUp);
}

type SetUp = () => Promise<{ open: (looksPerJob?: number) => WorkQueue }>;

/** A look that runs until it is let go. */
function heldLooks() {
  const begun: string[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const look = async ({ executionId }: Look) => {
    begun.push(executionId);
    await held;
  };
  return { begun, look, letGo };
}

function drainSuite(setUp: SetUp): void {
  test('looks that arrived together and find no slot are done by another worker', async () => {
    const { open } = await setUp();
    const queue = open(16);
    await queue.nudge('image', newLooks(8));
    const [busy, idle] = [heldLooks(), heldLooks()];
    queue.consume('image', { concurrency: 1 }, busy.look);
    await vi.waitFor(() => expect(busy.begun).toHaveLength(1), WAIT);
    open().consume('image', { concurrency: 7 }, idle.look);
    await vi.waitFor(() => expect(idle.begun).toHaveLength(7), WAIT);
    busy.letGo();
    idle.letGo();
  });

  test('close waits for running looks, takes no other, and leaves what has not begun to the next worker', async () => {
    const { open } = await setUp();
    const looks = newLooks(20);
    const held = heldLooks();
    const first = open().consume('image', { concurrency: 2 }, held.look);
    await open().nudge('image', looks);
    await vi.waitFor(() => expect(held.begun).toHaveLength(2), WAIT);
    let closed = false;
    const closing = first.close(5000).then(() => (closed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    held.letGo();
    await closing;
    expect(held.begun).toHaveLength(2);
    const next = heldLooks();
    next.letGo();
    open().consume('image', { concurrency: 2 }, next.look);
    const all = looks.map(({ executionId }) => executionId).sort();
    await vi.waitFor(() => expect([...held.begun, ...next.begun].sort()).toEqual(all), WAIT);
  });

  test('close ends after its timeout when a look never ends', async () => {
    const { open } = await setUp();
    const held = heldLooks();
    const consumer = open().consume('image', { concurrency: 1 }, held.look);
    await open().nudge('image', newLooks(1));
    await vi.waitFor(() => expect(held.begun).toHaveLength(1), WAIT);
    const startedMs = performance.now();
    await consumer.close(200);
    expect(performance.now() - startedMs).toBeLessThan(1500);
    held.letGo();
  });
}
