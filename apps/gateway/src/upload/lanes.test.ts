import { expect, test } from 'vitest';
import { createFairTurn } from './lanes.ts';

const refused = { message: 'service_unavailable' };

test('a turn goes around the organizations, however many of one came first', async () => {
  const turn = createFairTurn({ waitMs: 60_000, waitingMax: 10 });
  const order: string[] = [];
  const work = async (organizationId: string): Promise<void> => {
    const leave = await turn.take(organizationId);
    order.push(organizationId);
    await Promise.resolve();
    leave();
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(work));
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test("who waits too long, or behind too many of its own, is told to come back, and takes nobody's turn", async () => {
  const turn = createFairTurn({ waitMs: 20, waitingMax: 1 });
  const leave = await turn.take('a');
  const waited = await Promise.allSettled(['a', 'a', 'b'].map((organizationId) => turn.take(organizationId)));
  expect(waited).toMatchObject(waited.map(() => ({ status: 'rejected', reason: refused })));
  leave();
  (await turn.take('b'))();
  (await turn.take('a'))();
});
