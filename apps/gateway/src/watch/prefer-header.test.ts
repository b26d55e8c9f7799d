import { recordExpressions, slowOnes } from '@farebox/testing/work';
import { expect, test } from 'vitest';
import { waitSecondsOf } from './prefer-header.ts';

test.each([
  ['wait=1', 1],
  ['wait=30', 30],
  ['wait=31', 30],
  ['wait=999999999', 30],
  ['Wait = 5', 5],
  ['wait="7"', 7],
  ['respond-async, wait=10', 10],
  ['wait=10; foo="a, b", respond-async', 10],
  ['wait=3, wait=9', 3],
  ['x="a, wait=9", wait=4', 4],
])('%s requests a wait of %i seconds', (header, seconds) => {
  expect(waitSecondsOf(header)).toBe(seconds);
});

test.each([
  '',
  'wait',
  'wait=',
  'wait=0',
  'wait=-1',
  'wait=1.5',
  'wait=5s',
  'wait=9999999999',
  'await=5',
  'x="wait=5',
  'wait="5',
  '"wait=5"',
])('`%s` requests no wait, and is no error', (header) => {
  expect(waitSecondsOf(header)).toBeNull();
});

test('no text makes an expression go back', async () => {
  using record = recordExpressions();
  waitSecondsOf('"\\'.repeat(500));
  expect(record.found()).toHaveLength(2);
  expect(await slowOnes(record.found())).toEqual([]);
});

test('a missing header requests no wait', () => {
  expect(waitSecondsOf(undefined)).toBeNull();
});
