import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect of a program, by the promise that it breaks', async () => {
  await expectEachFound('programs');
});
