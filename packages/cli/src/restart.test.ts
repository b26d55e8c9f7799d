import { expect, test } from 'vitest';
import { CRASHES_MAX, HEALTHY_MS, NO_CRASHES, afterExit, type Attempts } from './restart.ts';

function pausesUntilGivenUp(ranMs: number): number[] {
  const pauses: number[] = [];
  let attempts: Attempts = NO_CRASHES;
  for (let turn = 0; turn < 100; turn++) {
    const decision = afterExit(attempts, ranMs);
    if (decision.kind === 'give-up') return pauses;
    pauses.push(decision.afterMs);
    attempts = decision.attempts;
  }
  return pauses;
}

test('a crash loop is restarted with growing delays, and finally not any more', () => {
  expect(pausesUntilGivenUp(10)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(pausesUntilGivenUp(10)).toHaveLength(CRASHES_MAX);
});

test('crashes with healthy runs between them do not add up', () => {
  expect(new Set(pausesUntilGivenUp(HEALTHY_MS))).toEqual(new Set([250]));
});
