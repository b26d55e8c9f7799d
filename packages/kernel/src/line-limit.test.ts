import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { limitLines } from './line-limit.ts';

function steppedClock(): Clock & { nowMs: number } {
  const clock = { nowMs: 0, now: () => new Date(clock.nowMs), monotonicMs: () => clock.nowMs };
  return clock;
}

test('at most five lines of a kind are written in a second, and the next one reports the number of suppressed lines', () => {
  const clock = steppedClock();
  const verdict = limitLines({ clock });
  const written = Array.from({ length: 100 }, () => verdict('redis')).filter(({ write }) => write);
  expect(written).toHaveLength(5);
  clock.nowMs = 1000;
  expect(verdict('redis')).toEqual({ write: true, suppressed: 95 });
  expect(verdict('redis')).toEqual({ write: true, suppressed: 0 });
});

test('a noisy kind never suppresses another', () => {
  const verdict = limitLines({ clock: steppedClock(), linesPerSecond: 1 });
  verdict('redis');
  expect(verdict('redis')).toEqual({ write: false });
  expect(verdict('postgres')).toEqual({ write: true, suppressed: 0 });
});

test('the number of remembered kinds is bounded', () => {
  const verdict = limitLines({ clock: steppedClock(), linesPerSecond: 1, kindsMax: 2 });
  for (const kind of ['a', 'b', 'c']) expect(verdict(kind).write).toBe(true);
  expect(verdict('c').write).toBe(false);
  expect(verdict('a').write).toBe(true);
});

test('all kinds together repeat at most five lines a second, and the first line of each kind is written', () => {
  const clock = steppedClock();
  const verdict = limitLines({ clock, repeatsPerSecond: 5 });
  const kinds = Array.from({ length: 20 }, (_, index) => `kind ${index}`);
  const written = (rounds: number): number =>
    Array.from({ length: rounds }, () => kinds.filter((kind) => verdict(kind).write).length).reduce((a, b) => a + b);
  expect(written(10)).toBe(20 + 5);
  clock.nowMs = 1000;
  expect(written(10)).toBe(5);
  clock.nowMs = 60_000;
  expect(written(1)).toBe(20);
});
