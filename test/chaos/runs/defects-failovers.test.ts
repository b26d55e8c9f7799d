import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect that only a failover shows, by the promise that it breaks', async () => {
  await expectEachFound('failovers');
});
