import { expect, test } from 'vitest';
import { inTurns } from './finish-resumable.ts';

const one = { projectId: 'p' };
const refused = { message: 'service_unavailable' };

test('uploads are finished by turns of organizations, however many projects of one organization wait', async () => {
  const order: string[] = [];
  const finish = inTurns(async (_: { projectId: string }, organizationId: string) => {
    await Promise.resolve();
    order.push(organizationId);
  });
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((name, n) => finish({ projectId: `p${n}` }, name)));
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('an upload that waits too long, or behind too many of its organization, is refused and uses no turn', async () => {
  const end = Promise.withResolvers<void>();
  const finish = inTurns(() => end.promise, { waitMs: 20, waitingPerOrganization: 1 });
  const first = finish(one, 'a');
  const waited = await Promise.allSettled(['a', 'a', 'b'].map((organizationId) => finish(one, organizationId)));
  expect(waited).toMatchObject(waited.map(() => ({ status: 'rejected', reason: refused })));
  end.resolve();
  await Promise.all([first, finish(one, 'a'), finish(one, 'b')]);
});
