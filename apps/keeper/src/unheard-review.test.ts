import { type Entry, lockChain, readEntries, verifyChain } from '@farebox/audit-log';
import { Prisma } from '@farebox/db';
import { endReview } from '@farebox/executions';
import { organizationOfProject } from '@farebox/identity';
import { openTestDatabase, runSql } from '@farebox/testing';
import { expect, test } from 'vitest';
import { endOverdue } from './overdue.ts';
import { type ProjectFixture, openProjectFixture, stepOf } from '@farebox/executions/testing';
import { underReview } from './testing/under-review.ts';

/** Timeout for changes that are certain to happen, long enough for a slow machine. */
const SEEN = { timeout: 30_000, interval: 50 };

async function chainOf({ database, projectId }: ProjectFixture): Promise<string> {
  return (await organizationOfProject(database.prisma, projectId)) ?? '';
}
const entriesOf = async (fixture: ProjectFixture): Promise<readonly Entry[]> =>
  readEntries(fixture.database, { chain: await chainOf(fixture), limit: 10 });
const makeDue = ({ sql }: ProjectFixture, id: string) =>
  sql(`UPDATE execution SET resolve_by = instant(), review_at = instant(), leased_until = NULL WHERE id = '${id}'`);
const states = ({ sql }: ProjectFixture) =>
  sql(`SELECT e.status, a.held_micros FROM execution AS e JOIN ledger_account AS a ON a.project_id = e.project_id`);

/** Opens a database whose statements wait for locks as long as a slow machine needs. */
async function patientDatabase({ url }: ProjectFixture) {
  const options = { poolMax: 4, applicationName: 'patient', statementTimeoutMs: 120_000 };
  const database = openTestDatabase({ url, ...options });
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

test('a review that the keeper ends without evidence is in the audit log, without the input of the execution', async () => {
  await using fixture = await openProjectFixture();
  const parameters = { provider: 'predictions', model: 'sim', prompt: 'a lighthouse' };
  const id = await underReview(fixture, [], [{ ...stepOf('image'), parameters }]);
  await makeDue(fixture, id);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  const entries = await entriesOf(fixture);
  expect(entries).toMatchObject([
    {
      actor: { kind: 'system', subject: 'keeper' },
      act: 'review.resolve',
      projectId: fixture.projectId,
      target: id,
      before: { step: 0, reason: 'no_answer', heldMicros: 100, exposureMicros: 100 },
      after: { status: 'failed', chargedMicros: 0, releasedMicros: 100, resolution: 'customer_favour' },
      reason: expect.stringContaining('resolveBy'),
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('lighthouse');
  expect(await verifyChain(fixture.database, await chainOf(fixture))).toMatchObject({ sound: 1, problem: null });
});

test('a review whose audit log entry cannot be written stays open, and ends later together with its entry', async () => {
  await using fixture = await openProjectFixture();
  const id = await underReview(fixture);
  await makeDue(fixture, id);
  await runSql(
    fixture.url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`,
    'CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  await expect(endOverdue(fixture.database, fixture)).rejects.toThrow('no room');
  expect(await states(fixture)).toEqual([{ status: 'needs_review', held_micros: 100n }]);
  await runSql(fixture.url, 'DROP TRIGGER refuse ON audit_log');
  // The keeper has handed the review back, so that it need not wait for the end of the claim.
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await states(fixture)).toEqual([{ status: 'failed', held_micros: 0n }]);
  expect(await entriesOf(fixture)).toHaveLength(1);
});

test('if an operator and the keeper end a review concurrently, one of them does, without a deadlock', async () => {
  await using fixture = await openProjectFixture();
  const id = await underReview(fixture);
  await makeDue(fixture, id);
  const chain = await chainOf(fixture);
  let keeper: Promise<number> = Promise.resolve(0);
  await using patient = await patientDatabase(fixture);
  await patient.database.transaction(async (transaction) => {
    await lockChain(transaction, chain);
    keeper = endOverdue(patient.database, fixture);
    const waiting = Prisma.sql`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await patient.database.rows(waiting)).length, SEEN).toBe(1);
    const review = { projectId: fixture.projectId, executionId: id, verifiedCostMicros: null, isCharged: true };
    expect(await endReview(transaction, review)).toEqual({ kind: 'busy' });
  });
  expect(await keeper).toBe(1);
  expect(await entriesOf(fixture)).toMatchObject([{ actor: { subject: 'keeper' }, target: id }]);
  expect(await states(fixture)).toEqual([{ status: 'failed', held_micros: 0n }]);
});
