import type { Look } from '@tollgate/queue';
import { describe, expect, test } from 'vitest';
import { createDispatcher } from './dispatcher.ts';

const look = (n: number): Look => ({ projectId: 'proj_1', executionId: `exe_${n}`, epoch: 0 });

/** A queue that answers when told to. */
function heldQueue() {
  const batches: (readonly Look[])[] = [];
  let release = (): void => {};
  const nudge = (_engine: string, looks: readonly Look[]): Promise<number> => {
    batches.push(looks);
    return new Promise((resolve) => (release = () => resolve(looks.length)));
  };
  return { batches, queue: { nudge }, release: () => release() };
}

const turn = () => new Promise(setImmediate);

describe('dispatch', () => {
  test('looks of one moment go to the queue together', async () => {
    const { batches, queue } = heldQueue();
    const dispatcher = createDispatcher(queue);
    for (let n = 0; n < 3; n++) dispatcher.dispatch('image', look(n));
    await turn();
    expect(batches).toEqual([[look(0), look(1), look(2)]]);
  });

  test('while the queue hangs looks gather in bounded number, and what is too much is left to the keeper', async () => {
    const { batches, queue, release } = heldQueue();
    const dispatcher = createDispatcher(queue);
    dispatcher.dispatch('image', look(0));
    await turn();
    for (let n = 1; n <= 20_000; n++) dispatcher.dispatch('image', look(n));
    const drained = dispatcher.drain();
    for (let batch = 0; batch < 25; batch++) {
      release();
      await turn();
    }
    await drained;
    expect(batches.flat()).toHaveLength(10_001);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(500);
  });

  test('engines do not wait for each other', async () => {
    const { batches, queue } = heldQueue();
    const dispatcher = createDispatcher(queue);
    dispatcher.dispatch('image', look(1));
    dispatcher.dispatch('av', look(2));
    await turn();
    expect(batches).toEqual([[look(1)], [look(2)]]);
  });
});
