import { AppError } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { createUploadBudget } from './upload-budget.ts';

const budgetOf = (waitMs: number) => createUploadBudget({ bytesMax: 10, waitingMax: 2, waitMs });

test('uploads beyond the budget wait until others are done, in their order', async () => {
  const budget = budgetOf(60_000);
  const order: string[] = [];
  const first = await budget.acquire(8);
  const big = budget.acquire(9).then((release) => (order.push('big'), release));
  const small = budget.acquire(1).then((release) => (order.push('small'), release));
  first();
  (await big)();
  (await small)();
  expect(order).toEqual(['big', 'small']);
});

test('one that is larger than the whole budget gets it alone', async () => {
  const budget = budgetOf(60_000);
  (await budget.acquire(1_000))();
  (await budget.acquire(10))();
});

test('who waits too long is told to come back, and frees the way for the next', async () => {
  const budget = budgetOf(1);
  const first = await budget.acquire(8);
  await expect(budget.acquire(9)).rejects.toThrow(AppError);
  (await budget.acquire(2))();
  first();
});

test('beyond the bound nobody waits', async () => {
  const budget = budgetOf(60_000);
  const first = await budget.acquire(10);
  const waiting = [budget.acquire(1), budget.acquire(1)];
  await expect(budget.acquire(1)).rejects.toMatchObject({ message: 'service_unavailable', retryAfterSeconds: 5 });
  first();
  for (const release of await Promise.all(waiting)) release();
});
