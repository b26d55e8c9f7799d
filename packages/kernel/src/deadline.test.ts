import { expect, test, vi } from 'vitest';
import { createDeadline, createTimeLimit } from './deadline.ts';
import { TimeoutError } from './within.ts';

const never = (): Promise<never> => new Promise(() => {});

test('work that ends in time resolves or rejects with its own outcome', async () => {
  const inTime = createDeadline(60_000, 'the work');
  await expect(inTime(Promise.resolve(1))).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('work that exceeds the time limit rejects, and the error names the work and the limit', async () => {
  const late = createDeadline(20, 'the work')(never());
  await expect(late).rejects.toThrow(TimeoutError);
  await expect(late).rejects.toThrow('the work took more than 20 ms');
});

test('a failure after the time limit is ignored', async () => {
  let fail = (_error: Error): void => {};
  const work = new Promise<never>((_, reject) => (fail = reject));
  await expect(createDeadline(10, 'the work')(work)).rejects.toThrow(TimeoutError);
  fail(new Error('too late'));
  await new Promise(setImmediate); // an unhandled rejection would end the run
});

test('a thousand waits share one timer, and each ends at its own time', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const begin = createTimeLimit(100);
    const expired: number[] = [];
    const ends = Array.from({ length: 500 }, (_, n) => begin(() => expired.push(n)));
    vi.advanceTimersByTime(60);
    for (let n = 500; n < 1000; n++) begin(() => expired.push(n));
    expect(vi.getTimerCount()).toBe(1);
    for (const end of ends.slice(1)) end();
    vi.advanceTimersByTime(40);
    expect(expired).toEqual([0]);
    vi.advanceTimersByTime(59);
    expect(expired).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(expired).toHaveLength(501);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
