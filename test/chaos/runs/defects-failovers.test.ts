import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect that only a failover reveals and names the broken promise', async () => {
  await expectEachFound('failovers');
});
