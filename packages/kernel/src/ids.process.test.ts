/** In a process of its own: ids go on from the latest moment that the process has seen, and the last test here pretends the year 2100. */
import { expect, test, vi } from 'vitest';
import { isId, newId } from './ids.ts';

test('an id is of its kind, and of no other', () => {
  const id = newId('execution');
  expect(isId('execution', id)).toBe(true);
  expect(isId('file', id)).toBe(false);
});

test('ids are different, and their order as text is the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('execution'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort());
});

test('an id is a UUID of version 7, and what is random in it differs between ids of one millisecond', () => {
  const parts = Array.from({ length: 2_000 }, () => {
    const bits = bitsOf(newId('file'));
    return { version: (bits >> 76n) & 15n, variant: (bits >> 62n) & 3n, random: bits & ((1n << 40n) - 1n) };
  });
  expect(new Set(parts.map(({ version, variant }) => `${version} ${variant}`))).toEqual(new Set(['7 2']));
  expect(new Set(parts.map(({ random }) => random)).size).toBe(parts.length);
});

test('an id tells when it was made', () => {
  const before = Date.now();
  const madeAt = Number(bitsOf(newId('file')) >> 80n);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
});

/** The last one: ids go on from the moment that it pretends. */
test('while the clock goes back ids go on in their order', () => {
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
