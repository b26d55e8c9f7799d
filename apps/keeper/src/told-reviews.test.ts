/** Every change of a review is in the audit log once, and no worker waits for the writer of the audit log. */
import { type Entry, lockChain, readEntries, verifyChain } from '@farebox/audit-log';
import { chargeOfCosts, createWorkerStore, endReview, leaseOf } from '@farebox/executions';
import { organizationOfProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endOverdue } from './overdue.ts';
import { type ProjectFixture, openProjectFixture, stepOf } from '@farebox/executions/testing';
import { underReview } from './testing/under-review.ts';
import { tellReviews } from './told-reviews.ts';

let fixture: ProjectFixture;
let chain: string;
beforeEach(async () => {
  fixture = await openProjectFixture();
  chain = (await organizationOfProject(fixture.database.prisma, fixture.projectId)) ?? '';
});
afterEach(() => fixture[Symbol.asyncDispose]());

/** Returns the entries, oldest first, after verifying the chain. */
async function told(): Promise<readonly Entry[]> {
  const entries = await readEntries(fixture.database, { chain, limit: 100 });
  expect(await verifyChain(fixture.database, chain)).toMatchObject({ sound: entries.length, problem: null });
  return entries.toReversed();
}
const notes = () => fixture.sql('SELECT FROM review_note');
const due = (id: string) => fixture.sql(`UPDATE execution SET review_at = instant() WHERE id = '${id}'`);

/** Ends the execution as a worker that has learned the cost of the provider call. */
async function evidence(id: string): Promise<void> {
  await due(id);
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await store.claim({ projectId: fixture.projectId, id });
  if (claimed === null) throw new Error('it was not claimed');
  const costMicros = micros(9n);
  const basis = {
    provider: 'entry',
    model: 'sim',
    statedMicros: costMicros,
    derivedMicros: null,
    invoiceAfterSeconds: null,
  };
  const cost = { index: 0, costMicros, basis };
  const times = { startedAt: new Date(), finishedAt: new Date() };
  const step = {
    ...cost,
    ...times,
    status: 'failed',
    attempt: 1,
    units: 0n,
    result: undefined,
    artifacts: [],
  } as const;
  const hasEnded = await store.finish({
    ...leaseOf(claimed),
    status: 'failed',
    statusReason: 'provider_failed',
    error: { status: 'UNAVAILABLE', message: 'provider_failed' },
    charge: chargeOfCosts([cost], claimed),
    steps: [step],
    costs: [cost],
    result: undefined,
  });
  expect(hasEnded).toBe(true);
}

test('the start of a review and its end by evidence are recorded in order and once, by any number of keepers', async () => {
  const parameters = { provider: 'entry', model: 'sim', prompt: 'a lighthouse' };
  const id = await underReview(fixture, [], [{ ...stepOf('image'), parameters }]);
  await evidence(id);
  const counts = await Promise.all([1, 2, 3].map(() => tellReviews(fixture.database)));
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 2]);
  expect(await tellReviews(fixture.database)).toBe(0);
  const entries = await told();
  const review = { status: 'needs_review', step: 0, reason: 'no_answer', exposureMicros: 100, heldMicros: 100 };
  const of = { actor: { kind: 'system', subject: 'test' }, projectId: fixture.projectId, target: id };
  expect(entries).toMatchObject([
    { ...of, act: 'review.begin', before: { status: 'running' }, after: review },
    {
      ...of,
      act: 'review.evidence',
      before: review,
      after: { status: 'failed', chargedMicros: 9, releasedMicros: 91 },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('lighthouse');
});

test('evidence after which the execution continues is recorded as well', async () => {
  const id = await underReview(fixture, [], [stepOf('image'), stepOf('image')]);
  await due(id);
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await store.claim({ projectId: fixture.projectId, id });
  const times = { startedAt: new Date(), finishedAt: new Date() };
  const step = { index: 0, status: 'succeeded', attempt: 1, units: 1n, result: undefined, costMicros: null } as const;
  const recorded = { ...leaseOf(claimed!), steps: [{ ...step, ...times, artifacts: [] }], handOver: null };
  expect(await store.record(recorded)).toBe(true);
  expect(await tellReviews(fixture.database)).toBe(2);
  expect((await told()).at(-1)).toMatchObject({
    act: 'review.evidence',
    before: { status: 'needs_review' },
    after: { status: 'running' },
  });
});

test('a review that an operator or the keeper ends has one entry for its end, besides the one for its start', async () => {
  const [byOperator, byKeeper] = [await underReview(fixture), await underReview(fixture)];
  const { projectId, database } = fixture;
  await database.transaction((transaction) =>
    endReview(transaction, { projectId, executionId: byOperator, verifiedCostMicros: null, isCharged: true }),
  );
  await fixture.sql(`UPDATE execution SET resolve_by = instant(), review_at = instant() WHERE id = '${byKeeper}'`);
  expect(await endOverdue(database, fixture)).toBe(1);
  expect(await tellReviews(database)).toBe(2);
  expect((await told()).map(({ act, target }) => [act, target])).toEqual([
    ['review.resolve', byKeeper],
    ['review.begin', byOperator],
    ['review.begin', byKeeper],
  ]);
});

test('a locked audit chain does not delay workers, and an entry that cannot be written is written later', async () => {
  let id = '';
  await fixture.database.transaction(async (transaction) => {
    await lockChain(transaction, chain);
    id = await underReview(fixture);
    await evidence(id);
  });
  await runSql(
    fixture.url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`,
    'CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  await expect(tellReviews(fixture.database)).rejects.toThrow('cannot be recorded');
  expect(await notes()).toHaveLength(2);
  await runSql(fixture.url, 'DROP TRIGGER refuse ON audit_log');
  expect(await tellReviews(fixture.database)).toBe(2);
  expect((await told()).map(({ act, target }) => [act, target])).toEqual([
    ['review.begin', id],
    ['review.evidence', id],
  ]);
});

test('an execution without a review adds no note', async () => {
  const id = await fixture.accept();
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await store.claim({ projectId: fixture.projectId, id });
  expect(claimed).not.toBeNull();
  await fixture.sql(`SELECT execution_cancel(project_id, id, key_lineage, false) FROM execution`);
  expect(await notes()).toEqual([]);
});
