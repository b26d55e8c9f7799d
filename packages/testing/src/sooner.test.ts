import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { soonerThan } from './sooner.ts';

/** No timer comes meanwhile: as on a machine that has no time for this process. */
function starve(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('what is bounded is sooner than a longer timer, also in a process that was given no time', async () => {
  const sooner = soonerThan(100, pause(20, 'it'));
  starve(200);
  expect(await sooner).toBe('it');
});

test('what is not bounded is not sooner', async () => {
  await expect(soonerThan(20, pause(60_000, undefined, { ref: false }))).rejects.toThrow('it is not over after 20 ms');
});

test('a failure is told as it is', async () => {
  await expect(soonerThan(1000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});
