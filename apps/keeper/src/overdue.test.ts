import { createBatchStore, createWorkerStore, overdueReviews } from '@farebox/executions';
import { createProviderCosts } from '@farebox/providers';
import { micros } from '@farebox/kernel';
import { expect, test, vi } from 'vitest';
import { endOverdue } from './overdue.ts';
import { type ProjectFixture, openProjectFixture, requestIn, stepOf } from '@farebox/executions/testing';
import { underReview } from './testing/under-review.ts';

const account = async (fixture: ProjectFixture) => (await fixture.sql('SELECT * FROM ledger_account'))[0];

test('a review without evidence ends in the customer’s favour at its deadline, and not before', async () => {
  await using fixture = await openProjectFixture();
  const id = await underReview(fixture);
  expect(await endOverdue(fixture.database, fixture)).toBe(0);
  expect(await account(fixture)).toMatchObject({ held_micros: 100n });
  await fixture.sql(`UPDATE execution SET resolve_by = instant(), review_at = instant() WHERE id = '${id}'`);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await endOverdue(fixture.database, fixture)).toBe(0);
  expect(await fixture.sql('SELECT status, status_reason, charged_micros, review FROM execution')).toEqual([
    { status: 'failed', status_reason: 'outcome_unknown', charged_micros: 0n, review: null },
  ]);
  expect(await account(fixture)).toMatchObject({ available_micros: 1_000_000n, held_micros: 0n, spent_micros: 0n });
});

test('after such a review the cost of its provider call is still queried, at the operator’s expense', async () => {
  await using fixture = await openProjectFixture();
  const plan = [{ ...stepOf('image'), parameters: { provider: 'predictions', model: 'sim' } }];
  const id = await underReview(fixture, [], plan);
  await fixture.sql(`UPDATE execution SET resolve_by = instant(), review_at = instant() WHERE id = '${id}'`);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(
    await fixture.sql(
      `SELECT * FROM ledger_check_costs(ARRAY(SELECT project_id FROM execution WHERE id = '${id}'), ARRAY['${id}'])`,
    ),
  ).toEqual([]);
  const costs = createProviderCosts(fixture.database);
  const due = { projectId: fixture.projectId, executionId: id, step: 0, provider: 'predictions', ref: null };
  expect(await costs.due(['predictions'], 10)).toEqual([due]);
  expect(await costs.statedLate(due, micros(33n))).toBe(33n);
  expect(await account(fixture)).toMatchObject({ available_micros: 1_000_000n, spent_micros: 0n });
});

test('a cost that was proven before the review is charged, whatever the outcome of the review', async () => {
  await using fixture = await openProjectFixture();
  const step = { index: 0, status: 'succeeded', attempt: 1, units: 1n, result: undefined } as const;
  const times = { startedAt: new Date(), finishedAt: new Date(), artifacts: [] };
  const id = await underReview(fixture, [{ ...step, ...times, costMicros: micros(42n) }]);
  await fixture.sql(`UPDATE execution SET resolve_by = instant(), review_at = instant() WHERE id = '${id}'`);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await account(fixture)).toMatchObject({ available_micros: 999_958n, held_micros: 0n, spent_micros: 42n });
});

test('a review that a worker ended meanwhile is handed back to the workers at once and unchanged', async () => {
  await using fixture = await openProjectFixture();
  const id = await underReview(fixture);
  await fixture.sql(`UPDATE execution SET resolve_by = instant(), review_at = instant() WHERE id = '${id}'`);
  const { database } = fixture;
  const slow: typeof database = {
    ...database,
    async rows<Row>(query: Parameters<typeof database.rows>[0]) {
      const found = await database.rows<Row>(query);
      const isOverdue = found.some((row) => typeof row === 'object' && row !== null && 'engine' in row);
      if (isOverdue)
        await fixture.sql(
          `UPDATE execution SET status = 'running', review = NULL, resolve_by = NULL, review_at = NULL`,
        );
      return found;
    },
  };
  const before = await fixture.sql('SELECT attempts FROM execution');
  expect(await endOverdue(slow, fixture)).toBe(0);
  expect(await fixture.sql('SELECT attempts FROM execution')).toEqual(before);
  expect(await fixture.sql('SELECT status, leased_until FROM execution')).toEqual([
    { status: 'running', leased_until: null },
  ]);
});

test('a review that was handed back does not block the end of others, however many wait', async () => {
  await using fixture = await openProjectFixture();
  const [waiting, next] = [await underReview(fixture), await underReview(fixture)];
  const over = (id: string, seconds: number) =>
    fixture.sql(`UPDATE execution SET resolve_by = now() - interval '${seconds} s', review_at = now() - interval '${seconds} s'
                WHERE id = '${id}'`);
  await over(waiting, 20);
  await over(next, 10);
  const first = async () => (await overdueReviews(fixture.database, 1)).map(({ id }) => id);
  expect(await first()).toEqual([waiting]);
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  await store.handBack([(await store.claim({ projectId: fixture.projectId, id: waiting }))!]);
  expect(await first()).toEqual([next]);
});

test('a whole batch past the client’s time limit is cancelled in one run', async () => {
  await using fixture = await openProjectFixture();
  const request = requestIn(fixture.projectId);
  const items = Array.from({ length: 250 }, () => request);
  const limited = { ...request, items, cancelAfterSeconds: 0 };
  expect(await createBatchStore(fixture.database).accept(limited)).toMatchObject({ kind: 'accepted' });
  expect(await endOverdue(fixture.database, fixture)).toBe(250);
  expect(await fixture.statuses()).toEqual(['cancelled']);
  expect(await account(fixture)).toMatchObject({ available_micros: 1_000_000n, held_micros: 0n, spent_micros: 0n });
});

test('an execution that is not started within the client’s time limit is cancelled without a charge', async () => {
  await using fixture = await openProjectFixture();
  const late = await fixture.accept({ cancelAfterSeconds: 1 });
  await fixture.accept({ cancelAfterSeconds: 3600 });
  await fixture.accept();
  await vi.waitFor(async () => expect(await endOverdue(fixture.database, fixture)).toBe(1), {
    timeout: 30_000,
    interval: 100,
  });
  expect(
    await fixture.sql(`SELECT id, status_reason, charged_micros FROM execution WHERE status = 'cancelled'`),
  ).toEqual([{ id: late, status_reason: 'cancel_after', charged_micros: 0n }]);
  expect(await account(fixture)).toMatchObject({ held_micros: 200n });
});
