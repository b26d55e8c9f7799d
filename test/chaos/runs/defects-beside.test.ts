import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect beside executions: gifts, cancels, times, files, costs, keys and webhooks', async () => {
  await expectEachFound('beside');
});
