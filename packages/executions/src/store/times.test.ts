/**
 * All timestamps of a transaction are one instant, and timestamps too far in the future are reset: executions that a wrong
 * clock left behind are found.
 */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import { openFixture, requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import { createExecutionStore } from './index.ts';
import { sweepDue } from './sweep.ts';
import { type ClaimedExecution, type ExecutionRef, createWorkerStore, leaseOf } from './worker/index.ts';

const { fixture, store, worker } = await openStores();

const sql = <Row>(text: string): Promise<Row[]> => fixture.database.rows<Row>(Prisma.raw(text));

async function accepted(): Promise<ExecutionRef> {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return { projectId, id: outcome.execution.id };
}

async function claimed(): Promise<ClaimedExecution> {
  const execution = await worker.claim(await accepted());
  if (execution === null) throw new Error('it was not claimed');
  return execution;
}

/** Moves all timestamps so far as if a clock two hours ahead had set them. */
const putClockBack = (id: string) =>
  sql(`WITH job AS (UPDATE execution_job SET notify_at = notify_at + interval '2 hours' WHERE id = '${id}')
       UPDATE execution SET run_at = run_at + interval '2 hours', leased_until = leased_until + interval '2 hours', review_at = review_at + interval '2 hours', started_at = started_at + interval '2 hours' WHERE id = '${id}'`);

const due = async (): Promise<string[]> => (await sweepDue(fixture.database, 100)).map(({ id }) => id);

it('executions that a clock two hours ahead accepted or paused are due at the next sweep, once', async () => {
  const queued = await accepted();
  const paused = await claimed();
  await worker.retryLater(paused, { afterSeconds: 1, counted: true });
  const notified = await accepted();
  await sql(`UPDATE execution_job SET notify_at = '-infinity' WHERE id = '${notified.id}'`);
  expect(await due()).toEqual([notified.id]);
  const all = [queued.id, paused.id, notified.id];
  for (const id of all) await putClockBack(id);
  expect((await due()).sort()).toEqual(all.sort());
  expect(await due()).toEqual([]);
  for (const each of [queued, paused]) expect((await worker.claim(each))?.secondsLeft).toBeLessThanOrEqual(60);
});

it('a review with a lookup time set by a clock two hours ahead is due now, and a regular pause is not shortened', async () => {
  const [ahead, legal] = [await claimed(), await claimed()];
  const reason = 'provider_does_not_answer';
  for (const [leased, backoffSeconds] of [
    [ahead, 10],
    [legal, 3600],
  ] as const) {
    expect(
      await worker.review({ ...leaseOf(leased), step: 0, reason }, { backoffSeconds, resolveSeconds: 86_400 }),
    ).toBe(true);
  }
  expect(await due()).toEqual([]);
  await putClockBack(ahead.id);
  expect(await due()).toEqual([ahead.id]);
  expect(await worker.claim(ahead)).toMatchObject({ inReview: true });
});

it('a lease set by a clock two hours ahead is cut unless its holder renews it; a regular pause is not shortened', async () => {
  const dead = await claimed();
  const alive = await claimed();
  const pausing = await claimed();
  await worker.retryLater(pausing, { afterSeconds: 50, counted: false });
  for (const { id } of [dead, alive]) await putClockBack(id);
  expect(await due()).toEqual([]);
  expect((await worker.heartbeat([alive])).size).toBe(1);
  const rows = await sql<{ id: string; seconds: number }>(`
    SELECT id, extract(epoch FROM coalesce(leased_until, run_at) - now())::float8 AS seconds FROM execution
    WHERE id IN ('${dead.id}', '${alive.id}', '${pausing.id}')`);
  const seconds = new Map(rows.map((row) => [row.id, row.seconds]));
  expect(seconds.get(dead.id)).toBeGreaterThan(50);
  expect(seconds.get(dead.id)).toBeLessThanOrEqual(60);
  expect(seconds.get(alive.id)).toBeLessThanOrEqual(30);
  expect(seconds.get(pausing.id)).toBeGreaterThan(40);
  await sql(`WITH job AS (UPDATE execution_job SET notify_at = '-infinity' WHERE id = '${dead.id}')
      UPDATE execution SET leased_until = instant() WHERE id = '${dead.id}'`);
  expect(await due()).toEqual([dead.id]);
});

it('the end, its transfers, its month of usage and its month of the cap use one instant', async () => {
  await using own = await openFixture();
  const last = '2026-11-30 23:59:59.999+00';
  const rows = <Row>(text: string): Promise<Row[]> => own.database.rows<Row>(Prisma.raw(text));
  await own.database.prisma.$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT timestamptz '${last}' $$`,
  );
  const gateway = createExecutionStore(own.database);
  const engine = createWorkerStore(own.database, { engine: 'image', leaseSeconds: 30 });
  const projectId = await own.project({ balanceMicros: 1_000n, capMicros: 150n });
  const outcome = await gateway.accept(requestFor(projectId));
  const leased = (await engine.claim({ projectId, id: outcome.kind === 'accepted' ? outcome.execution.id : '' }))!;
  const charge = { chargedMicros: micros(60n), billing: [] };
  const ending = { status: 'failed', statusReason: 'x', error: { status: 'X', message: 'x' }, steps: [] } as const;
  expect(await engine.finish({ ...leaseOf(leased), ...ending, charge, result: undefined })).toBe(true);
  // The cap still counts the charge of that month.
  expect(await gateway.accept(requestFor(projectId))).toMatchObject({
    kind: 'monthly_cap_reached',
    availableMicros: 90n,
  });
  const stamps = await rows<{ at: Date }>(`
    SELECT created_at AS at FROM execution UNION ALL SELECT started_at FROM execution UNION ALL SELECT finished_at FROM execution
    UNION ALL SELECT created_at FROM ledger_transfer`);
  expect(new Set(stamps.map(({ at }) => at.toISOString()))).toEqual(new Set(['2026-11-30T23:59:59.999Z']));
  expect(await rows(`SELECT month::text, charged_micros::int FROM usage_month`)).toEqual([
    { month: '2026-11-01', charged_micros: 60 },
  ]);
});

const OF_ANOTHER_CLOCK = [
  'audit_log_chained', // an entry has the time at which it got its chain, after any wait; nothing is decided by it
  'instant',
  'ledger_check_fold_lineages', // a counter starts at the snapshot of the check, which is younger than its transaction
  // Changes are decided at the time of the lock: the start of a transaction that waited for it would be too early.
  'price_changes',
  'price_is_kept',
  'price_lock',
  'price_table_cancel',
  'project_price_terms_cancel',
  'provider_circuit_report', // circuits move no money and end nothing
];

it('an instant has the precision of a column, and no function or default of ours uses another clock', async () => {
  expect(await sql(`SELECT instant() = instant()::timestamptz(3) AND now() - instant() < '1 ms' AS kept`)).toEqual([
    { kept: true },
  ]);
  const others = await sql<{ name: string }>(`
    SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND prosrc ~ '\\m(now|clock_timestamp|statement_timestamp|transaction_timestamp)\\(\\)|current_timestamp|localtime|current_date'
    UNION ALL SELECT table_name || '.' || column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE '\\_prisma%' AND column_default ~ 'now\\(\\)|CURRENT_'`);
  expect(others.map(({ name }) => name).sort()).toEqual(OF_ANOTHER_CLOCK);
});

it('without a worker the run time of an open provider call stands still, so that no clock jump or outage ends it', async () => {
  const provider = createWorkerStore(fixture.database, { engine: 'provider', leaseSeconds: 30 });
  const claim = async (): Promise<ClaimedExecution> => {
    const projectId = await fixture.project({ balanceMicros: 1_000n });
    const { plan } = requestFor(projectId);
    const outcome = await store.accept(requestFor(projectId, { plan: [{ ...plan[0]!, engine: 'provider' }] }));
    if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
    return (await provider.claim({ projectId, id: outcome.execution.id }))!;
  };
  const [open, unsent] = [await claim(), await claim()];
  const intent = { index: 0, token: `${open.id}.0`, provider: 'entry', exposureMicros: micros(100n) };
  expect(await provider.external.dispatch({ ...leaseOf(open), ...intent })).toBe('committed');
  for (const { id } of [open, unsent])
    await sql(`UPDATE execution SET run_at = run_at - interval '2 hours', started_at = started_at - interval '2 hours',
                 leased_until = leased_until - interval '2 hours' WHERE id = '${id}'`);
  const again = (await provider.claim(open))!;
  expect(again.open).toMatchObject({ index: 0 });
  expect(again.secondsLeft).toBeGreaterThan(open.secondsLeft - 60);
  expect(again.secondsLeft).toBeLessThanOrEqual(open.secondsLeft);
  // An execution without a provider call ends at its deadline, with a worker or without.
  expect((await provider.claim(unsent))!.secondsLeft).toBeLessThan(0);
});
