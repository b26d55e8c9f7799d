import { AppError } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { createUploadBudget, type UploadBudgetOptions } from './upload-budget.ts';

const LONG_MS = 60_000;
const budgetOf = (options: Partial<UploadBudgetOptions> = {}) =>
  createUploadBudget({
    bytesMax: 10,
    perProjectMax: 2,
    waitingPerProjectMax: 2,
    waitMs: LONG_MS,
    stepBytes: 1,
    ...options,
  });
const refused = { message: 'service_unavailable', retryAfterSeconds: 5 };

test('a place holds nothing before bytes come', async () => {
  const budget = budgetOf({ perProjectMax: 100 });
  for (let connection = 0; connection < 100; connection++) await budget.enter('hostile');
  const place = await budget.enter('other');
  expect(place.reserve(10)).toBeUndefined(); // at once: all of it
});

test('uploads of a project beyond its places wait, and take the place of one that leaves', async () => {
  const budget = budgetOf();
  const [first] = [await budget.enter('a'), await budget.enter('a')];
  let entered = false;
  const third = budget.enter('a').then((place) => ((entered = true), place));
  await budget.enter('b'); // another project does not wait for them
  expect(entered).toBe(false);
  first.leave();
  (await third).leave();
});

test('beyond the bound nobody waits, and who waits too long is told to come back', async () => {
  const budget = budgetOf({ waitMs: 20 });
  for (let place = 0; place < 2; place++) await budget.enter('a');
  const waiting = [budget.enter('a'), budget.enter('a')].map((each) => expect(each).rejects.toMatchObject(refused));
  await expect(budget.enter('a')).rejects.toThrow(AppError);
  await Promise.all(waiting);
});

test('who finds no room waits, and whoever came first gets the next', async () => {
  const budget = budgetOf();
  const [first, second, third] = [await budget.enter('a'), await budget.enter('b'), await budget.enter('c')];
  await first.reserve(8);
  const order: string[] = [];
  const small = Promise.resolve(third.reserve(3)).then(() => order.push('third'));
  const large = Promise.resolve(second.reserve(7)).then(() => order.push('second'));
  first.leave();
  await Promise.all([small, large]);
  expect(order).toEqual(['second', 'third']);
  second.leave();
  third.leave();
  expect((await budget.enter('d')).reserve(10)).toBeUndefined();
});

test('when all wait for all, the youngest gives way and the others go on', async () => {
  const budget = budgetOf();
  const [old, young] = [await budget.enter('a'), await budget.enter('b')];
  await Promise.all([old.reserve(5), young.reserve(5)]);
  const growing = old.reserve(9);
  await expect(Promise.resolve(young.reserve(6))).rejects.toMatchObject(refused);
  young.leave();
  await growing;
});
