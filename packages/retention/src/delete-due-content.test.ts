/** The keeper deletes content whose period is over: projects by turns, and no more than what is removed from the store in time. */
import { createExecutionStore } from '@farebox/executions';
import { createProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { runSql } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeContent } from './remove-content.ts';
import { deleteContentThatIsDue } from './delete-due-content.ts';
import { deleteContent } from './store/delete-content.ts';
import { setRetention } from './store/retention.ts';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

const run = () => deleteContentThatIsDue(fixture.database);
const yearLater = () =>
  runSql(
    fixture.url,
    `CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE AS $$
       SELECT date_trunc('milliseconds', now() + interval '365 days') $$`,
  );
const set = (projectId: string, days: number | null) =>
  fixture.database.transaction((transaction) => setRetention(transaction, { projectId, days }));

/** Another project of the same organization. */
async function another(): Promise<string> {
  const [row] = await fixture.sql<{ id: string }>('SELECT id FROM organization');
  const projectId = await createProject(fixture.database, {
    organizationId: row!.id,
    name: 'B',
    monthlyCapMicros: null,
  });
  await topUp(fixture.database, { projectId, amountMicros: micros(1_000_000n), reference: 'start' });
  return projectId;
}

/** Accepts and cancels. */
async function ended(count: number, projectId = fixture.projectId): Promise<void> {
  const store = createExecutionStore(fixture.database);
  for (let n = 0; n < count; n++) {
    const id = await fixture.accept({ projectId });
    await store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  }
}

const goneOf = async (projectId: string): Promise<number> =>
  (
    await fixture.sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM execution WHERE project_id = '${projectId}' AND content_deleted_by = 'retention'`,
    )
  )[0]!.count;

test('what is due goes, whole, and its objects after it; who set no period keeps all', async () => {
  const other = await another();
  await ended(40);
  await ended(3, other);
  await yearLater();
  expect(await run()).toBe(0);
  await set(fixture.projectId, 90);
  expect(await run()).toBe(40);
  expect([await goneOf(fixture.projectId), await goneOf(other)]).toEqual([40, 0]);
  expect(await removeContent(fixture.database, fixture.artifacts)).toBe(40);
  expect(await run()).toBe(0);
});

test('two keepers at once delete each once', async () => {
  await ended(70);
  await yearLater();
  await set(fixture.projectId, 90);
  let deleted = 0;
  while ((await goneOf(fixture.projectId)) < 70) {
    const [one, two] = await Promise.all([run(), run()]);
    deleted += one + two;
  }
  expect(deleted).toBe(70);
});

test('a project with much behind it keeps no other waiting, and nobody waits for its objects', async () => {
  const other = await another();
  await ended(60);
  await ended(3, other);
  await yearLater();
  await set(fixture.projectId, 90);
  await set(other, 90);
  const waiting = (count: number) =>
    fixture.sql(`INSERT INTO execution_content_removal (project_id, execution_id)
      SELECT '${fixture.projectId}', 'exe_' || n FROM generate_series(1, ${count}) AS n`);
  await waiting(399);
  // There is room for one batch: of the one that has waited longest. The next one is of the other.
  expect(await run()).toBeGreaterThan(0);
  const first = await goneOf(fixture.projectId);
  expect(first).toBeLessThan(60);
  expect([await run(), await goneOf(other)]).toEqual([0, 0]);
  await removeContent(fixture.database, fixture.artifacts);
  await waiting(399);
  expect([await run(), await goneOf(other)]).toEqual([3, 3]);
  expect(await goneOf(fixture.projectId)).toBe(first);
});

test('one project that fails stops no other, and is tried again', async () => {
  const other = await another();
  await ended(2);
  await ended(2, other);
  await yearLater();
  await set(fixture.projectId, 90);
  await set(other, 90);
  const broken = (predicate: string) =>
    runSql(
      fixture.url,
      'ALTER TABLE execution DROP CONSTRAINT IF EXISTS broken',
      `ALTER TABLE execution ADD CONSTRAINT broken CHECK (${predicate})`,
    );
  await broken(`project_id <> '${fixture.projectId}' OR content_deleted_at IS NULL`);
  await expect(run()).rejects.toThrow('content that is due cannot be deleted');
  expect([await goneOf(fixture.projectId), await goneOf(other)]).toEqual([0, 2]);
  await broken('true');
  expect(await run()).toBe(2);
});

test('what a person deletes meanwhile is theirs', async () => {
  await ended(20);
  await yearLater();
  await set(fixture.projectId, 90);
  const { projectId } = fixture;
  const ids = await fixture.sql<{ id: string }>('SELECT id FROM execution');
  const people = ids.map(({ id: executionId }) =>
    fixture.database.transaction((transaction) =>
      deleteContent(transaction, { projectId, executionId, by: 'member', actor: 'oidc|ann' }),
    ),
  );
  const [deleted, ...outcomes] = await Promise.all([run(), ...people]);
  const theirs = outcomes.filter(({ kind }) => kind === 'deleted').length;
  expect(theirs + deleted).toBe(20);
  expect(await goneOf(projectId)).toBe(deleted);
});
