import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Long enough for all settled promises to be observed. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('serves the requests of one key in order', async () => {
    const slots = createSemaphore({ slots: 2 });
    const order: number[] = [];
    const work = async (n: number): Promise<void> => {
      const leave = await slots.take();
      order.push(n);
      await Promise.resolve();
      leave?.();
    };
    await Promise.all(Array.from({ length: 9 }, (_, n) => work(n)));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('serves keys in turn, however many requests of one came first', async () => {
    const turn = createSemaphore({ slots: 1, slotsPerKey: 1 });
    const order: string[] = [];
    const work = async (key: string): Promise<void> => {
      const leave = await turn.take({ key });
      order.push(key);
      await Promise.resolve();
      leave?.();
    };
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(work));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('refuses a request that waits too long, is aborted, or arrives after shutdown', async () => {
    const slots = createSemaphore({ slots: 1 });
    const leave = await slots.take();
    expect(await slots.take({ timeoutMs: 1 })).toBeNull();
    expect(await slots.take({ signal: AbortSignal.abort() })).toBeNull();
    const leaving = new AbortController();
    const left = slots.take({ signal: leaving.signal });
    leaving.abort();
    expect(await left).toBeNull();
    const last = slots.take();
    const emptied = slots.shut();
    expect(await last).toBeNull();
    leave?.();
    await emptied;
    expect(await slots.take()).toBeNull();
    expect(slots.tryTake()).toBeNull();
    await createSemaphore({ slots: 1 }).shut();
  });

  it('refuses a request at once if too many of its key wait, without affecting other keys', async () => {
    const turn = createSemaphore({ slots: 1, slotsPerKey: 1, waitingPerKey: 1 });
    const leave = turn.tryTake({ key: 'a' });
    const [second, third, other] = ['a', 'a', 'b'].map((key) => turn.take({ key }));
    expect(await third).toBeNull();
    leave?.();
    (await other)?.();
    (await second)?.();
    expect(turn.tryTake({ key: 'a' })).not.toBeNull();
  });

  it('`tryTake` never overtakes a waiting request', async () => {
    const bytes = createSemaphore({ slots: 10 });
    const leave = bytes.tryTake({ key: 'a', weight: 8 });
    const large = bytes.take({ key: 'b', weight: 7 });
    expect(bytes.tryTake({ key: 'c', weight: 1 })).toBeNull();
    leave?.();
    expect(await large).not.toBeNull();
    expect(bytes.tryTake({ key: 'c', weight: 3 })).not.toBeNull();
  });

  it('serves a lower rank first', async () => {
    const bytes = createSemaphore({ slots: 10 });
    const leave = bytes.tryTake({ weight: 10 });
    const order: number[] = [];
    const work = async (rank: number): Promise<void> => {
      const done = await bytes.take({ key: String(rank), weight: 10, rank });
      order.push(rank);
      done?.();
    };
    for (const rank of [3, 1, 2]) void work(rank);
    leave?.();
    await settled();
    expect(order).toEqual([1, 2, 3]);
  });

  it('leaves no timer and no listener after a request is served', async () => {
    const slots = createSemaphore({ slots: 1 });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const leave = slots.tryTake();
    const [before, { signal }] = [timers(), new AbortController()];
    const next = slots.take({ timeoutMs: 60_000, signal });
    expect(timers()).toBe(before + 1);
    leave?.();
    expect(await next).not.toBeNull();
    expect(timers()).toBe(before);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('forgets a key without held slots and waiting requests', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const slots = createSemaphore({ slots: 1 });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 5_000; n++) slots.tryTake({ key: randomBytes(5_000).toString('hex') })?.();
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000); // of 50,000,000
    expect(slots.tryTake()).not.toBeNull();
  });

  it('refuses a request that exceeds its capacity, and a slot that is released twice', async () => {
    const slots = createSemaphore({ slots: 2, slotsPerKey: 1 });
    expect(await slots.take({ weight: 2 })).toBeNull();
    const leave = slots.tryTake();
    leave?.();
    expect(leave).toThrow('a slot is released once');
    expect(() => slots.tryTake({ weight: Number.NaN })).toThrow('a request takes at least one slot');
  });
});
