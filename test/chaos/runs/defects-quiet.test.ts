import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect that leaves all books in order, by the promise that it breaks', async () => {
  await expectEachFound('quiet');
});
