/** The accepted spellings of the one media type. */
import { recordExpressions, slowOnes } from '@farebox/testing/work';
import { expect, test } from 'vitest';
import { requireJson } from './content-type.ts';

const isAccepted = (type: string): boolean => {
  try {
    requireJson({ headers: { 'content-type': type } });
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

test('no text makes the expression go back', async () => {
  using record = recordExpressions();
  isAccepted(`application/json${' '.repeat(240)}`);
  expect(record.found()).toHaveLength(1);
  expect(await slowOnes(record.found())).toEqual([]);
});
