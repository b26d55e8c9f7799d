import { test } from 'vitest';
import { expectEachFound } from './finds-each.ts';

test('the checker finds each defect of a sale: wrong prices, inputs, versions or states', async () => {
  await expectEachFound('sales');
});
