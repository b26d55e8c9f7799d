import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { groupQueries, GroupOverflowError } from './group-queries.ts';

/** A query that the test completes, with its inputs. */
function held() {
  const asked: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const call = async (inputs: readonly number[]): Promise<number[]> => {
    asked.push(inputs);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return inputs.map((input) => input * 10);
  };
  return { call, asked, reply: (index: number) => gates[index]?.resolve() };
}

const BOUNDS = { groupMax: 3, queriesMax: 1, waitingMax: 4 };

test("requests that arrive during a query share the next queries, and each query's size is observed", async () => {
  const { call, asked, reply } = held();
  const sizes: number[] = [];
  const submit = groupQueries(call, { ...BOUNDS, observe: (size) => sizes.push(size) });
  const first = submit(1);
  await turn();
  const others = [2, 3, 4, 5].map(submit);
  reply(0);
  expect(await first).toBe(10);
  await turn();
  reply(1);
  await turn();
  reply(2);
  expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
  expect(asked).toEqual([[1], [2, 3, 4], [5]]);
  expect(sizes).toEqual([1, 3, 1]);
});

test('above the waiting limit a request is refused at once, and the waiting requests complete', async () => {
  const { call, reply, asked } = held();
  const submit = groupQueries(call, { ...BOUNDS, groupMax: 4 });
  const inside = [1, 2, 3, 4].map(submit);
  await expect(submit(5)).rejects.toThrow(GroupOverflowError);
  await turn();
  reply(0);
  expect(await Promise.all(inside)).toEqual([10, 20, 30, 40]);
  expect(asked).toEqual([[1, 2, 3, 4]]);
});

test('a failed query rejects only its own requests', async () => {
  const submit = groupQueries(
    async (inputs: readonly number[]) => {
      if (inputs.includes(13)) throw new Error('unlucky');
      return inputs;
    },
    { ...BOUNDS, groupMax: 1 },
  );
  const results = await Promise.allSettled([1, 13, 2].map(submit));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('while a query runs, a second one starts only for enough requests, or after the first ends', async () => {
  const { call, asked, reply } = held();
  const submit = groupQueries(call, { ...BOUNDS, queriesMax: 2, waitingMax: 9, beside: { min: 3, ms: 60_000 } });
  const all = [submit(1)];
  await turn();
  all.push(submit(2), submit(3));
  await turn();
  expect(asked).toEqual([[1]]);
  all.push(submit(4), submit(5));
  await turn();
  expect(asked).toEqual([[1], [2, 3, 4]]);
  reply(0);
  reply(1);
  await Promise.all(all.slice(0, 4));
  await turn();
  expect(asked).toEqual([[1], [2, 3, 4], [5]]);
  reply(2);
  expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
});

test('a hanging query delays only the next query, for a limited time, and not later ones', async () => {
  const { call, asked, reply } = held();
  const submit = groupQueries(call, { ...BOUNDS, queriesMax: 2, beside: { min: 3, ms: 1 } });
  const hanging = submit(1);
  await turn();
  const next = submit(2);
  await expect.poll(() => asked).toEqual([[1], [2]]);
  reply(1);
  expect(await next).toBe(20);
  const third = submit(3);
  await turn();
  expect(asked).toEqual([[1], [2], [3]]);
  reply(2);
  expect(await third).toBe(30);
  reply(0);
  expect(await hanging).toBe(10);
});
