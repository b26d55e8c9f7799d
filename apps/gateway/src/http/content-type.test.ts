/** The accepted spellings of the one media type, and the work that any other header costs. */
import { expect, test } from 'vitest';
import { requireJson } from './content-type.ts';

const isAccepted = (type: string): boolean => {
  try {
    requireJson({ 'content-type': type });
    return true;
  } catch {
    return false;
  }
};

test.each([
  'application/json',
  'Application/JSON ; charset=UTF-8',
  'application/json;charset="utf-8";',
  'application/json;',
  'application/json \t; charset = utf-8 \t',
])('%j is JSON in UTF-8', (type) => {
  expect(isAccepted(type)).toBe(true);
});

test.each([
  'application/jsonx',
  'application/json; charset=latin1',
  'application/json;;',
  'text/json',
  'application/json x',
])('%j is not', (type) => {
  expect(isAccepted(type)).toBe(false);
});

/** Processor time of this process, of the fastest of several tries. */
function microsOf(text: string): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let n = 0; n < 5; n++) isAccepted(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.max(1, Math.min(...tries));
}

test('a header full of spaces costs no more than its length', () => {
  const [short, long] = [1_000, 15_000].map((length) => `application/json${' '.repeat(length)}x`) as [string, string];
  microsOf(short);
  // Fifteen times the length is some fifteen times the work; squared it would be 225.
  expect(microsOf(long) / microsOf(short)).toBeLessThan(60);
});
