/**
 * Only open executions have a job, for their engine, and no index of the history contains a column that changes while work
 * runs.
 */
import { Prisma } from '@farebox/db';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import { type ExecutionStore, createExecutionStore } from './index.ts';

let fixture: Fixture;
let store: ExecutionStore;
let projectId: string;

beforeAll(async () => {
  fixture = await openFixture();
  store = createExecutionStore(fixture.database);
  projectId = await fixture.project({ balanceMicros: 10_000n });
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const jobs = () =>
  fixture.database.rows<{ id: string; engine: string; cancels: boolean }>(Prisma.sql`
    SELECT id, engine, cancel_after IS NOT NULL AS cancels FROM execution_job ORDER BY id`);

async function accepted(cancelAfterSeconds: number | null): Promise<string> {
  const outcome = await store.accept(requestFor(projectId, { cancelAfterSeconds }));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return outcome.execution.id;
}

it('an execution has a job from its acceptance to its end, which moves with it to another engine', async () => {
  const id = await accepted(10);
  const other = await accepted(null);
  const both = [
    { id, engine: 'image', cancels: true },
    { id: other, engine: 'image', cancels: false },
  ];
  expect(await jobs()).toEqual(both.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  await store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  await fixture.database.rows(Prisma.sql`UPDATE execution SET engine = 'provider' WHERE id = ${other}`);
  expect(await jobs()).toEqual([{ id: other, engine: 'provider', cancels: false }]);
});

it('an app cannot create or delete a job, but accepting and ending an execution do', async () => {
  const sql = (statement: string) => runSql(fixture.appUrl, statement.replaceAll('$project', projectId));
  const [id, other] = [await accepted(null), await accepted(null)];
  await expect(sql(`DELETE FROM execution_job WHERE id = '${id}'`)).rejects.toMatchObject({ code: '42501' });
  await expect(
    sql(`SELECT execution_job_remove(ARRAY['$project'], ARRAY['image'], ARRAY['${id}'])`),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    sql(`INSERT INTO execution_job SELECT project_id, engine, id || 'x', notify_at FROM execution_job`),
  ).rejects.toMatchObject({ code: '42501' });
  const queued = await jobs();
  expect(queued.map((job) => job.id)).toEqual(expect.arrayContaining([id, other]));
  await sql(`SELECT execution_cancel('$project', '${id}', 'key_one', true)`);
  expect(await jobs()).toEqual(queued.filter((job) => job.id !== id));
});

it('no index of executions has a column that a claim, a heartbeat or a success changes, so all are HOT updates', async () => {
  const rows = await fixture.database.rows<{ name: string }>(Prisma.sql`
    SELECT DISTINCT a.attname::text AS name FROM pg_index AS i
    JOIN pg_depend AS d ON d.objid IN (i.indexrelid, (SELECT k.oid FROM pg_constraint AS k WHERE k.conindid = i.indexrelid AND k.conrelid = i.indrelid))
    JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE i.indrelid = 'execution'::regclass AND d.refobjid = i.indrelid`);
  // A success leaves `ended` null, and only reviews set `resolve_by`.
  expect(rows.map(({ name }) => name).sort()).toEqual(
    ['created_at', 'ended', 'id', 'idempotency_key', 'project_id', 'resolve_by', 'tool'].sort(),
  );
});
