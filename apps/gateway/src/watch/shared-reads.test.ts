/** Streams with the same request share one read, which is never older than any of the requests. */
import { createSemaphore } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

function readers() {
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const turn = createSharedReads<number>(createSemaphore({ slots: 1 }));
  const ask = (about: string, tenant: readonly string[] = ['o', 'p']) =>
    turn({
      tenant,
      about,
      read: async () => {
        const number = begun.push(about);
        await new Promise<void>((resolve) => open.push(resolve));
        return number;
      },
    });
  /** Waits for a read in progress and ends it. */
  const end = async (): Promise<void> => {
    await expect.poll(() => open.length).toBe(1);
    open.pop()!();
  };
  return { begun, ask, end };
}

test('a request for a waiting read shares it; a request during the read gets the next one', async () => {
  const { begun, ask, end } = readers();
  const early = [ask('a'), ask('a'), ask('b')];
  await expect.poll(() => begun).toEqual(['a']);
  const late = [ask('a'), ask('a')];
  for (let n = 0; n < 3; n++) await end();
  expect(await Promise.all([...early, ...late])).toEqual([1, 1, 2, 3, 3]);
  expect(begun).toEqual(['a', 'b', 'a']);
});

test('the first read of an organization waits for one of another, however many that one and its projects ask for', async () => {
  const { begun, ask, end } = readers();
  const asked = ['1', '2', '3', '4'].map((name) => ask(name, ['many', name]));
  asked.push(ask('own', ['one', 'p']));
  for (let n = 0; n < 5; n++) await end();
  await Promise.all(asked);
  expect(begun).toEqual(['1', 'own', '2', '3', '4']);
});

test('a failed read fails for every request that shared it, and the next read works', async () => {
  const turn = createSharedReads<number>(createSemaphore({ slots: 1 }));
  const failing = async (): Promise<number> => {
    throw new Error('away');
  };
  const one = { tenant: ['o', 'p'], about: 'a' };
  const asked = [turn({ ...one, read: failing }), turn({ ...one, read: async () => 1 })];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await turn({ ...one, read: async () => 2 })).toBe(2);
});
