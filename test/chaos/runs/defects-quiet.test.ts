import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect that leaves all accounts balanced and names the broken promise', async () => {
  await expectEachFound('quiet');
});
