/** A paid request as it is stored before it has a quote. Only for tests. */
import type { PaidExecution } from '../requests/store.ts';

export const storedAs = (name: string): PaidExecution => ({
  kind: 'execution',
  name,
  idempotencyKey: `sdk_${name}`,
  tool: 'a-tool',
  arguments: '{"n":1}',
  body: null,
  executionId: null,
  createdAt: '2026-11-22T00:00:00.000Z',
});
