/** How long a worker uses what it has read of waiting work. */
import { expect, test } from 'vitest';
import { createWaitingWork } from './waiting-work.ts';

/** A store whose reads last `tookMs`. */
function given(tookMs: number) {
  let [nowMs, reads] = [0, 0];
  const read = async () => {
    reads++;
    nowMs += tookMs;
    return [];
  };
  const { ofProjects } = createWaitingWork({ waiting: read, waitingKeys: read }, { monotonicMs: () => nowMs });
  return async (passedMs: number): Promise<number> => {
    nowMs += passedMs;
    await ofProjects(0);
    return reads;
  };
}

test('a read is used nine times as long as it took', async () => {
  const readsAfter = given(2);
  expect(await readsAfter(0)).toBe(1);
  expect(await readsAfter(18)).toBe(1);
  expect(await readsAfter(1)).toBe(2);
});

test('a read that lasted long on a busy machine does not hide new work for as long', async () => {
  const readsAfter = given(40);
  expect(await readsAfter(0)).toBe(1);
  expect(await readsAfter(50)).toBe(1);
  expect(await readsAfter(1)).toBe(2);
});
