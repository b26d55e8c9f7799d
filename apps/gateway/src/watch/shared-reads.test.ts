/** Streams that ask for the same share one read, which is never older than their question. */
import { createSemaphore } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

function readers() {
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const turn = createSharedReads<number>(createSemaphore({ places: 1 }));
  const ask = (about: string) =>
    turn(about, async () => {
      const number = begun.push(about);
      await new Promise<void>((resolve) => open.push(resolve));
      return number;
    });
  /** Ends the read that is under way, once there is one. */
  const end = async (): Promise<void> => {
    await expect.poll(() => open.length).toBe(1);
    open.pop()!();
  };
  return { begun, ask, end };
}

test('who asks for what somebody waits for is answered with it; who asks while it is read, with the next', async () => {
  const { begun, ask, end } = readers();
  const early = [ask('a'), ask('a'), ask('b')];
  await expect.poll(() => begun).toEqual(['a']);
  const late = [ask('a'), ask('a')];
  for (let n = 0; n < 3; n++) await end();
  expect(await Promise.all([...early, ...late])).toEqual([1, 1, 2, 3, 3]);
  expect(begun).toEqual(['a', 'b', 'a']);
});

test('one that fails fails for all who waited for it, and the next is read', async () => {
  const turn = createSharedReads<number>(createSemaphore({ places: 1 }));
  const failing = async (): Promise<number> => {
    throw new Error('away');
  };
  const asked = [turn('a', failing), turn('a', async () => 1)];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await turn('a', async () => 2)).toBe(2);
});
