import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

const items = Array.from({ length: 10 }, (_, n) => n);

test('results have the order of the items, and no more than four run at once', async () => {
  let [underWay, most] = [0, 0];
  const results = await fewAtOnce(items, async (item, index) => {
    most = Math.max(most, ++underWay);
    await pause(10 - item); // the later it began, the sooner it ends
    underWay--;
    return item * 10 + index;
  });
  expect(results).toEqual(items.map((item) => item * 11));
  expect(most).toBe(4);
});

test('the first failure by item order is thrown when nothing is running, and nothing starts after it', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const failing = fewAtOnce(items, async (item) => {
    begun.push(item);
    await pause(item === 6 ? 1 : 20); // it fails before the item before it does
    if (item === 5 || item === 6) throw new Error(`of ${item}`);
    ended.push(item);
  });
  await expect(failing).rejects.toThrow('of 5');
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(ended).toEqual([0, 1, 2, 3, 4, 7]);
});
