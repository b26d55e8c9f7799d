import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect of a program and names the broken promise', async () => {
  await expectEachFound('programs');
});
