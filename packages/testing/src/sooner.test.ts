import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { soonerThan } from './sooner.ts';

/** Blocks timers, as on a machine that gives this process no time. */
function starve(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('bounded work is sooner than a longer timer, even in a starved process', async () => {
  const sooner = soonerThan(100, pause(20, 'it'));
  starve(200);
  expect(await sooner).toBe('it');
});

test('unbounded work is not sooner', async () => {
  await expect(soonerThan(20, pause(60_000, undefined, { ref: false }))).rejects.toThrow('it is not over after 20 ms');
});

test('a failure is passed on unchanged', async () => {
  await expect(soonerThan(1000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});
