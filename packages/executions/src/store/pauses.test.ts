/** Pauses of an execution without a worker end at the latest with a time limit or a cancel. */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import type { AcceptRequest } from './accept.ts';
import { requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import { overdueReviews } from './overdue.ts';
import { type ClaimedExecution, leaseOf } from './worker/index.ts';

const TIMES = { backoffSeconds: 1000, resolveSeconds: 72 * 3600 };

const { fixture, store, worker } = await openStores();

async function claimed(changes: Partial<AcceptRequest> = {}): Promise<ClaimedExecution> {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const accepted = await store.accept(requestFor(projectId, changes));
  const execution = 'execution' in accepted ? await worker.claim({ projectId, id: accepted.execution.id }) : null;
  if (execution === null) throw new Error(`it was not accepted and claimed: ${accepted.kind}`);
  return execution;
}

/** Seconds until the execution is due and can be claimed. */
async function pauseOf(id: string): Promise<number> {
  const [row] = await fixture.database.rows<{ seconds: number }>(Prisma.sql`
    SELECT extract(epoch FROM greatest(coalesce(leased_until, review_at, run_at), notify_at) - now())::double precision AS seconds
    FROM execution JOIN execution_job USING (project_id, engine, id) WHERE id = ${id}`);
  return row?.seconds ?? Infinity;
}

async function underReview(changes: Partial<AcceptRequest> = {}): Promise<ClaimedExecution> {
  const execution = await claimed(changes);
  await worker.external.dispatch({
    ...leaseOf(execution),
    index: 0,
    token: `${execution.id}.0`,
    provider: 'entry',
    exposureMicros: micros(100n),
  });
  expect(await worker.review({ ...leaseOf(execution), step: 0, reason: 'no_answer' }, TIMES)).toBe(true);
  return execution;
}

const cancel = ({ id, projectId }: ClaimedExecution) =>
  store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });

it.each<[string, Partial<AcceptRequest>, number]>([
  ['its run time', { maxRuntimeSeconds: 60 }, 60],
  ['the client’s own limit', { maxRuntimeSeconds: 600, cancelAfterSeconds: 20 }, 20],
  ['the pause', { maxRuntimeSeconds: 600 }, 300],
])('an execution to retry later is due at the latest at the end of %s', async (_, changes, seconds) => {
  const leased = await claimed(changes);
  expect(await worker.retryLater(leased, { afterSeconds: 300, counted: false })).toBe(true);
  expect(await pauseOf(leased.id)).toBeGreaterThan(seconds - 10);
  expect(await pauseOf(leased.id)).toBeLessThanOrEqual(seconds);
});

it('waiting for a place is no run time', async () => {
  const leased = await claimed({ maxRuntimeSeconds: 60 });
  expect(await worker.retryLater(leased, { afterSeconds: 300, counted: false, isWait: true })).toBe(true);
  expect(await pauseOf(leased.id)).toBeGreaterThan(290);
  await fixture.database.rows(
    Prisma.sql`UPDATE execution SET started_at = started_at - interval '300 s', run_at = instant() WHERE id = ${leased.id}`,
  );
  const again = await worker.claim(leased);
  expect(again!.secondsLeft).toBeGreaterThan(50);
  expect(again!.secondsLeft).toBeLessThanOrEqual(60);
});

it('after a day, waiting for a place is run time', async () => {
  const leased = await claimed({ maxRuntimeSeconds: 100_000 });
  await fixture.database.rows(
    Prisma.sql`UPDATE execution SET started_at = started_at - interval '25 hours' WHERE id = ${leased.id}`,
  );
  expect(await worker.retryLater(leased, { afterSeconds: 300, counted: false, isWait: true })).toBe(true);
  const [row] = await fixture.database.rows(
    Prisma.sql`SELECT max_runtime_seconds FROM execution WHERE id = ${leased.id}`,
  );
  expect(row).toEqual({ max_runtime_seconds: 100_000 });
});

it('a pause or a hand-back that is repeated after a lost response gives back only one attempt', async () => {
  const attempts = async (id: string) =>
    (await fixture.database.rows<{ attempts: number }>(Prisma.sql`SELECT attempts FROM execution WHERE id = ${id}`))[0]
      ?.attempts;
  const leased = await claimed();
  await fixture.database.rows(Prisma.sql`UPDATE execution SET attempts = 3 WHERE id = ${leased.id}`);
  expect(await worker.retryLater(leased, { afterSeconds: 0, counted: false })).toBe(true);
  expect(await worker.retryLater(leased, { afterSeconds: 0, counted: false })).toBe(false);
  expect(await attempts(leased.id)).toBe(2);
  const again = await worker.claim(leased);
  expect((await worker.handBack([again!])).size).toBe(1);
  expect((await worker.handBack([again!])).size).toBe(0);
  expect(await attempts(leased.id)).toBe(2);
});

it('a cancel ends a pause, and a heartbeat does not prolong it', async () => {
  const leased = await claimed({ maxRuntimeSeconds: 600 });
  await worker.retryLater(leased, { afterSeconds: 300, counted: false });
  expect((await worker.heartbeat([leased])).size).toBe(0);
  expect(await pauseOf(leased.id)).toBeGreaterThan(290);
  expect((await cancel(leased)).kind).toBe('requested');
  expect(await pauseOf(leased.id)).toBeLessThanOrEqual(0);
  const again = await worker.claim(leased);
  expect(again).toMatchObject({ cancelRequested: true, epoch: leased.epoch + 1 });
  expect((await worker.heartbeat([again!])).size).toBe(1);
});

it('a second cancel does not shorten a pause that began after the first', async () => {
  const leased = await claimed({ maxRuntimeSeconds: 600 });
  await cancel(leased);
  await worker.retryLater(leased, { afterSeconds: 100, counted: true });
  expect((await cancel(leased)).kind).toBe('requested');
  expect(await pauseOf(leased.id)).toBeGreaterThan(90);
});

it('an execution that was cancelled meanwhile does not pause', async () => {
  const leased = await claimed({ maxRuntimeSeconds: 600 });
  await cancel(leased);
  await worker.retryLater(leased, { afterSeconds: 300, counted: false });
  expect(await pauseOf(leased.id)).toBeLessThanOrEqual(0);
});

it('a review is due at the latest at the client’s time limit', async () => {
  const leased = await underReview({ maxRuntimeSeconds: 600, cancelAfterSeconds: 20 });
  expect(await pauseOf(leased.id)).toBeLessThanOrEqual(20);
});

it('a review that a worker looked up after its time is left to the keeper for a minute', async () => {
  const leased = await underReview();
  const over = Prisma.sql`UPDATE execution SET resolve_by = instant(), review_at = instant() WHERE id = ${leased.id}`;
  await fixture.database.rows(over);
  const wakeUp = await worker.claim(leased);
  expect(await worker.review({ ...leaseOf(wakeUp!), step: 0, reason: 'no_answer' }, TIMES)).toBe(true);
  expect(await pauseOf(leased.id)).toBeGreaterThan(50);
  expect(await overdueReviews(fixture.database, 10)).toMatchObject([{ id: leased.id }]);
  expect(await worker.claim(leased)).toMatchObject({ inReview: true });
});

it('a cancel makes a review due at once, and a second cancel does not', async () => {
  const leased = await underReview();
  expect(await pauseOf(leased.id)).toBeGreaterThan(900);
  expect((await cancel(leased)).kind).toBe('requested');
  expect(await pauseOf(leased.id)).toBeLessThanOrEqual(0);
  const wakeUp = await worker.claim(leased);
  expect(wakeUp).toMatchObject({ inReview: true, cancelRequested: true });
  await worker.review({ ...leaseOf(wakeUp!), step: 0, reason: 'no_answer' }, TIMES);
  expect((await cancel(leased)).kind).toBe('requested');
  expect(await pauseOf(leased.id)).toBeGreaterThan(900);
});

it('a lookup in progress during a cancel can still end the execution', async () => {
  const leased = await underReview();
  await fixture.database.rows(Prisma.sql`UPDATE execution SET review_at = instant() WHERE id = ${leased.id}`);
  const wakeUp = await worker.claim(leased);
  await cancel(leased);
  const charge = { chargedMicros: micros(0n), billing: [] };
  const ending = {
    status: 'failed',
    statusReason: 'x',
    error: { status: 'X', message: 'x' },
    steps: [],
    charge,
  } as const;
  expect(await worker.finish({ ...leaseOf(wakeUp!), ...ending, result: undefined })).toBe(true);
});
