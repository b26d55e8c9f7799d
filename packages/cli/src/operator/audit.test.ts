import { expect, test } from 'vitest';
import { requireSound } from './audit.ts';

test('a chain that is not as it was written fails the command, and the first such entry is named', () => {
  const found = { chain: 'org_1', sound: 6, head: { number: 9, hash: 'a' }, problem: null };
  expect(() => requireSound(found)).not.toThrow();
  expect(() => requireSound({ ...found, problem: { number: 7, kind: 'altered' } })).toThrow(
    'entry 7 of org_1 is altered; 6 before it are as they were written',
  );
});
