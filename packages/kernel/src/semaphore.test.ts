import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

describe('a semaphore', () => {
  it('gives its places in the order of asking, and never more than it has', async () => {
    const places = createSemaphore(2);
    const order: number[] = [];
    const work = async (n: number): Promise<void> => {
      expect(await places.take()).toBe(true);
      order.push(n);
      await Promise.resolve();
      places.give();
    };
    await Promise.all(Array.from({ length: 9 }, (_, n) => work(n)));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(places.isIdle()).toBe(true);
  });

  it('forgets who gave up waiting: by time, by signal, or because it was shut', async () => {
    const places = createSemaphore(1);
    await places.take();
    expect(await places.take({ timeoutMs: 1 })).toBe(false);
    expect(await places.take({ signal: AbortSignal.abort() })).toBe(false);
    const leaving = new AbortController();
    const left = places.take({ signal: leaving.signal });
    expect(places.waiting()).toBe(1);
    leaving.abort();
    expect(await left).toBe(false);
    expect(places.waiting()).toBe(0);
    const last = places.take();
    places.shut();
    expect(await last).toBe(false);
    places.give();
    expect(await places.take()).toBe(false);
  });

  it('says when a place is free and when all are, without taking one', async () => {
    const places = createSemaphore(1);
    await places.take();
    const said = Promise.all([places.free(), places.idle()]);
    places.give();
    await said;
    expect(await places.take({ timeoutMs: 1 })).toBe(true);
  });
});
