import { expect, test } from 'vitest';
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

test('an id tells when it was made', () => {
  const before = Date.now();
  const digits = Array.from(newId('file').slice('file_'.length), (digit) =>
    '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit),
  );
  const bits = digits.reduce((value, digit) => value * 32n + BigInt(digit), 0n);
  const madeAt = Number(bits >> 80n);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
});
