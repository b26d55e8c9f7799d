/**
 * Runs in a separate process: ids continue from the latest moment that the process has seen, and the last test sets the
 * clock to the year 2100.
 */
import { expect, test, vi } from 'vitest';
import { isId, newId } from './ids.ts';

test('an id has its own kind, and no other', () => {
  const id = newId('execution');
  expect(isId('execution', id)).toBe(true);
  expect(isId('file', id)).toBe(false);
});

test('ids are unique, and their text order is the order of their creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('execution'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort());
});

test('an id is a UUID of version 7, and the random bits of ids from the same millisecond differ', () => {
  const parts = Array.from({ length: 2_000 }, () => {
    const bits = bitsOf(newId('file'));
    return { version: (bits >> 76n) & 15n, variant: (bits >> 62n) & 3n, random: bits & ((1n << 40n) - 1n) };
  });
  expect(new Set(parts.map(({ version, variant }) => `${version} ${variant}`))).toEqual(new Set(['7 2']));
  expect(new Set(parts.map(({ random }) => random)).size).toBe(parts.length);
});

test('an id contains its time of creation', () => {
  const before = Date.now();
  const madeAt = Number(bitsOf(newId('file')) >> 80n);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
});

/** This test must be the last: ids continue from the moment that it sets. */
test('while the clock goes back, ids keep their order', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const ids = [0, -1, -60_000, -60_000, 5, 4].map((offsetMs) => {
      vi.setSystemTime(Date.UTC(2100, 0, 1) + offsetMs);
      return newId('file');
    });
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  } finally {
    vi.useRealTimers();
  }
});

function bitsOf(id: string): bigint {
  const digits = Array.from(id.slice('file_'.length), (digit) => '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit));
  return digits.reduce((value, digit) => value * 32n + BigInt(digit), 0n);
}
