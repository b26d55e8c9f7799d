import { AppError } from '@farebox/contract';
import { expect, test } from 'vitest';
import { createUploadBudget, type UploadBudgetOptions } from './upload-budget.ts';

const LONG_MS = 60_000;
const budgetOf = (options: Partial<UploadBudgetOptions> = {}) =>
  createUploadBudget({
    bytesMax: 10,
    perProjectMax: 2,
    perOrganizationMax: 100,
    waitingPerProjectMax: 2,
    waitingPerOrganizationMax: 100,
    waitMs: LONG_MS,
    stepBytes: 1,
    ...options,
  });
/** By default each project has its own organization. */
const of = (projectId: string, organizationId = projectId) => [organizationId, projectId] as const;
const refused = { message: 'service_unavailable', retryAfterSeconds: 5 };

test('an upload holds no memory before its bytes arrive', async () => {
  const budget = budgetOf({ perProjectMax: 100 });
  for (let connection = 0; connection < 100; connection++) await budget.enter(of('hostile'));
  const slot = await budget.enter(of('other'));
  expect(slot.reserve(10)).toBeUndefined(); // the whole budget, without waiting
});

test('uploads beyond a project’s slots wait until one of its uploads leaves', async () => {
  const budget = budgetOf();
  const [first] = [await budget.enter(of('a')), await budget.enter(of('a'))];
  let entered = false;
  const third = budget.enter(of('a')).then((slot) => ((entered = true), slot));
  await budget.enter(of('b')); // another project does not wait for them
  expect(entered).toBe(false);
  first.leave();
  (await third).leave();
});

test('uploads beyond the queue limit are refused at once, and waiting ones at the timeout', async () => {
  const budget = budgetOf({ waitMs: 20 });
  for (let slot = 0; slot < 2; slot++) await budget.enter(of('a'));
  const waiting = [budget.enter(of('a')), budget.enter(of('a'))].map((each) =>
    expect(each).rejects.toMatchObject(refused),
  );
  await expect(budget.enter(of('a'))).rejects.toThrow(AppError);
  await Promise.all(waiting);
});

test('without free memory uploads wait, and the oldest gets the next', async () => {
  const budget = budgetOf();
  const [first, second, third] = [
    await budget.enter(of('a')),
    await budget.enter(of('b')),
    await budget.enter(of('c')),
  ];
  await first.reserve(8);
  const order: string[] = [];
  const small = Promise.resolve(third.reserve(3)).then(() => order.push('third'));
  const large = Promise.resolve(second.reserve(7)).then(() => order.push('second'));
  first.leave();
  await Promise.all([small, large]);
  expect(order).toEqual(['second', 'third']);
  second.leave();
  third.leave();
  expect((await budget.enter(of('d'))).reserve(10)).toBeUndefined();
});

test('when all uploads wait for memory, the youngest is refused and the others continue', async () => {
  const budget = budgetOf();
  const [old, young] = [await budget.enter(of('a')), await budget.enter(of('b'))];
  await Promise.all([old.reserve(5), young.reserve(5)]);
  const growing = old.reserve(9);
  await expect(Promise.resolve(young.reserve(6))).rejects.toMatchObject(refused);
  young.leave();
  await growing;
});

test('the projects of one organization cannot hold all memory together, and block only each other', async () => {
  const budget = budgetOf({ perOrganizationMax: 2, waitMs: 20 });
  const held = await Promise.all(['a', 'b'].map((project) => budget.enter(of(project, 'many'))));
  for (const slot of held) await slot.reserve(4);
  await expect(budget.enter(of('c', 'many'))).rejects.toMatchObject(refused);
  expect((await budget.enter(of('other'))).reserve(2)).toBeUndefined();
  held[0]?.leave();
  const next = await budget.enter(of('c', 'many')); // the failed attempt has released its project slot
  expect(next.reserve(2)).toBeUndefined();
});

test('uploads of one organization that wait are limited, whatever projects they are of', async () => {
  const budget = budgetOf({ perOrganizationMax: 1, waitingPerOrganizationMax: 1, waitMs: 20 });
  await budget.enter(of('a', 'many'));
  const waits = Promise.allSettled([budget.enter(of('b', 'many'))]);
  await expect(budget.enter(of('c', 'many'))).rejects.toMatchObject(refused);
  expect(await waits).toMatchObject([{ status: 'rejected', reason: refused }]);
});
