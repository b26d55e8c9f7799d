/** The history of an execution names each claim, its worker and its end, and stays short. */
import { Prisma } from '@farebox/db';
import { expect, test } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import { inspectExecution } from './inspect.ts';
import { createWorkerStore, leaseOf } from './worker/index.ts';

const { fixture, store } = await openStores();

const workerNamed = (worker: string) =>
  createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30, worker });

async function accepted() {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return { projectId, id: outcome.execution.id };
}

const set = (id: string, change: string) =>
  fixture.database.rows(Prisma.sql`UPDATE execution SET ${Prisma.raw(change)} WHERE id = ${id} RETURNING id`);

async function timelineOf({ projectId, id }: { readonly projectId: string; readonly id: string }) {
  const { timeline } = (await inspectExecution(fixture.database, { projectId, executionId: id }))!;
  return timeline;
}

test('the timeline has attempts, workers, lost leases, pauses and the end in their order', async () => {
  const execution = await accepted();
  const [one, two] = [workerNamed('worker-image-1'), workerNamed('worker-image-2')];
  expect(await one.claim(execution)).toMatchObject({ epoch: 1, lostBefore: null });
  await set(execution.id, 'leased_until = instant()');
  const second = (await two.claim(execution))!;
  expect(second).toMatchObject({ epoch: 2, lostBefore: { epoch: 1, worker: 'worker-image-1' } });
  await two.retryLater(leaseOf(second), { afterSeconds: 4, counted: true });
  await set(execution.id, 'run_at = instant()');
  const third = (await one.claim(execution))!;
  expect(third.lostBefore).toBeNull();
  await one.handBack([leaseOf(third)]);
  const fourth = (await two.claim(execution))!;
  const charge = { chargedMicros: 0n as never, billing: [] };
  const failure = { status: 'INTERNAL', message: 'attempts_exhausted' };
  const end = { status: 'failed', statusReason: null, error: failure, charge, steps: [], result: undefined } as const;
  expect(await two.finish({ ...leaseOf(fourth), ...end })).toBe(true);
  const timeline = await timelineOf(execution);
  expect(timeline.map(({ event, claim, worker, detail }) => [event, claim, worker, detail])).toEqual([
    ['accepted', null, null, null],
    ['claimed', 1, 'worker-image-1', 'image'],
    ['lost', 1, 'worker-image-1', null],
    ['claimed', 2, 'worker-image-2', 'image'],
    ['crashed', 2, 'worker-image-2', '4'],
    ['claimed', 3, 'worker-image-1', 'image'],
    ['handed_back', 3, 'worker-image-1', null],
    ['claimed', 4, 'worker-image-2', 'image'],
    ['ended', null, null, 'failed'],
  ]);
});

test('a worker of the release before, which has no name, leaves its claim in the timeline', async () => {
  const execution = await accepted();
  const rows = await fixture.database.rows<object>(
    Prisma.sql`SELECT * FROM execution_claim(${[execution.projectId]}, ${[execution.id]}, 'image', '30 seconds'::interval)`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).not.toHaveProperty('noted_before');
  expect((await timelineOf(execution)).at(-1)).toMatchObject({ event: 'claimed', claim: 1, worker: null });
});

test('a long history keeps its first ten and last fifty entries', async () => {
  const execution = await accepted();
  const worker = workerNamed('worker-image-1');
  for (let claim = 1; claim <= 40; claim++) {
    const claimed = (await worker.claim(execution))!;
    await worker.retryLater(leaseOf(claimed), { afterSeconds: 1, counted: false });
    await set(execution.id, 'run_at = instant()');
  }
  const claims = (await timelineOf(execution)).filter(({ claim }) => claim !== null).map(({ claim }) => claim);
  expect(claims).toHaveLength(60);
  expect(claims.slice(0, 12)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 16, 16]);
  expect(claims.at(-1)).toBe(40);
});
