import type { WakeUp } from '@farebox/queue';
import { describe, expect, test } from 'vitest';
import { createDispatcher } from './dispatcher.ts';

const wakeUp = (n: number): WakeUp => ({ projectId: 'proj_1', executionId: `exe_${n}`, epoch: 0 });

/** A queue that responds only after `release`. */
function heldQueue() {
  const batches: (readonly WakeUp[])[] = [];
  let release = (): void => {};
  const notify = (_engine: string, wakeUps: readonly WakeUp[]): Promise<number> => {
    batches.push(wakeUps);
    return new Promise((resolve) => (release = () => resolve(wakeUps.length)));
  };
  return { batches, queue: { notify }, release: () => release() };
}

const turn = () => new Promise(setImmediate);

describe('dispatch', () => {
  test('wake-ups of the same moment share one command to the queue', async () => {
    const { batches, queue } = heldQueue();
    const dispatcher = createDispatcher(queue);
    for (let n = 0; n < 3; n++) dispatcher.dispatch('image', wakeUp(n));
    await turn();
    expect(batches).toEqual([[wakeUp(0), wakeUp(1), wakeUp(2)]]);
  });

  test('wake-ups of a batch are sent after all others, a hundred at a time', async () => {
    const { batches, queue, release } = heldQueue();
    const dispatcher = createDispatcher(queue);
    for (let n = 0; n < 150; n++) dispatcher.dispatchLast('image', wakeUp(n));
    dispatcher.dispatch('image', wakeUp(1_000));
    await turn();
    expect(batches.map(({ length }) => length)).toEqual([100]);
    expect(batches[0]?.slice(0, 2)).toEqual([wakeUp(1_000), wakeUp(0)]);
    dispatcher.dispatch('image', wakeUp(1_001));
    release();
    await expect.poll(() => batches[1]?.[0], { timeout: 60_000 }).toEqual(wakeUp(1_001));
    expect(batches.flat()).toHaveLength(152);
    release();
    await dispatcher.drain();
  });

  test('while the queue hangs a bounded number of wake-ups waits, and the rest is left to the keeper', async () => {
    const { batches, queue, release } = heldQueue();
    const dispatcher = createDispatcher(queue);
    dispatcher.dispatch('image', wakeUp(0));
    await turn();
    for (let n = 1; n <= 20_000; n++) dispatcher.dispatch('image', wakeUp(n));
    const drained = dispatcher.drain();
    for (let batch = 0; batch < 25; batch++) {
      release();
      await turn();
    }
    await drained;
    expect(batches.flat()).toHaveLength(10_001);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(500);
  });

  test('engines do not delay each other', async () => {
    const { batches, queue } = heldQueue();
    const dispatcher = createDispatcher(queue);
    dispatcher.dispatch('image', wakeUp(1));
    dispatcher.dispatch('provider', wakeUp(2));
    await turn();
    expect(batches).toEqual([[wakeUp(1)], [wakeUp(2)]]);
  });
});
