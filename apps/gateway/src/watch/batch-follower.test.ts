/** Event streams of batches: shared reads of each followed batch, outages, and the end with the last execution. */
import type { Batch } from '@farebox/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatchFollower } from './batch-follower.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BATCH = { tenant: ['org_1', 'proj_1'], id: 'bat_1' } as const;
const batch = (running: number): Batch => ({ id: 'bat_1', counts: { queued: 0, running } }) as unknown as Batch;

function followed(get: (projectId: string, id: string) => Promise<Batch | null>) {
  const warn = vi.fn<() => void>();
  const reads = vi.fn<typeof get>(get);
  return { follower: createBatchFollower({ batches: { get: reads }, logger: { warn } }), reads, warn };
}

test('any number of streams of a batch cost one read a second, and none after the last has left', async () => {
  const { follower, reads } = followed(() => Promise.resolve(batch(1)));
  const listeners = Array.from({ length: 50 }, () => vi.fn<(state: Batch) => void>());
  const leave = listeners.map((listener) => follower.follow(BATCH, listener));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reads.mock.calls).toEqual(Array(3).fill(['proj_1', 'bat_1']));
  expect(listeners.map(({ mock }) => mock.calls.length)).toEqual(Array(50).fill(3));
  for (const each of leave) each();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toHaveBeenCalledTimes(3);
});

test('a batch of which only reviews are open is read less often', async () => {
  const { follower, reads } = followed(() => Promise.resolve(batch(0)));
  follower.follow(BATCH, () => {});
  await vi.advanceTimersByTimeAsync(16_000);
  expect(reads).toHaveBeenCalledTimes(4);
  follower.close();
});

test('an outage ends no stream and is logged once', async () => {
  let isAway = true;
  const { follower, warn } = followed(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(batch(1))));
  const listener = vi.fn<(state: Batch) => void>();
  follower.follow(BATCH, listener);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([listener.mock.calls.length, warn.mock.calls.length]).toEqual([0, 1]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(listener).toHaveBeenCalledExactlyOnceWith(batch(1));
  follower.close();
});

test('after it is closed it neither reads nor calls', async () => {
  const { follower, reads } = followed(() => Promise.resolve(batch(1)));
  const listener = vi.fn<(state: Batch) => void>();
  follower.follow(BATCH, listener);
  follower.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([reads.mock.calls.length, listener.mock.calls.length]).toEqual([0, 0]);
});
