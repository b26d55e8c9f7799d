/** A paid request as it is stored before there is a quote. Used by tests only. */
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
