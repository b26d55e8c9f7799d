/** Deletion of content after its retention: projects take turns, and no more is deleted than the store can remove in time. */
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

/** Creates another project in the same organization. */
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

/** Accepts and cancels executions. */
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

test('all expired content is deleted, then its objects; a project without a retention keeps everything', async () => {
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

test('two keepers at once delete each content once', async () => {
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

test('a project with a large backlog does not delay other projects, and pending removals stay bounded', async () => {
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
  // The limit leaves room for one batch, that of the longest waiting project. The next batch is the other project's.
  expect(await run()).toBeGreaterThan(0);
  const first = await goneOf(fixture.projectId);
  expect(first).toBeLessThan(60);
  expect([await run(), await goneOf(other)]).toEqual([0, 0]);
  await removeContent(fixture.database, fixture.artifacts);
  await waiting(399);
  expect([await run(), await goneOf(other)]).toEqual([3, 3]);
  expect(await goneOf(fixture.projectId)).toBe(first);
});

test('a project that fails does not stop other projects and is retried', async () => {
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

test('content that a person deletes meanwhile is recorded as deleted by that person', async () => {
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
