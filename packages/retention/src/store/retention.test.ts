/**
 * A project's content is deleted when its retention has passed: not before, not while an execution is open, and once. Runs
 * on a real PostgreSQL with a moved clock.
 */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture, requestFor } from '@farebox/executions/testing';
import { countContentRemovals } from './removals.ts';
import { deleteDueContent, projectsWithDueContent, readRetention, setRetention } from './retention.ts';
import { deleteContent } from './delete-content.ts';
import {
  createExecutionStore,
  createWorkerStore,
  type ExecutionStore,
  leaseOf,
  type WorkerStore,
} from '@farebox/executions';

let fixture: Fixture;
let store: ExecutionStore;
let worker: WorkerStore;
let projectId: string;
beforeEach(async ({ onTestFinished }) => {
  fixture = await openFixture();
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  store = createExecutionStore(fixture.database);
  worker = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  projectId = await fixture.project({ balanceMicros: 100_000n });
});

const DAY_MS = 86_400_000;
const sql = <Row = Record<string, unknown>>(text: string) => fixture.database.rows<Row>(Prisma.raw(text));
const clockAt = (moment: string) =>
  fixture.database.prisma.$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT date_trunc('milliseconds', ${moment}) $$`,
  );
const later = (days: number) => clockAt(`now() + ${days} * interval '24 hours'`);
const set = (days: number | null) => fixture.database.transaction((t) => setRetention(t, { projectId, days }));
const due = (transfers = 100) => deleteDueContent(fixture.database, { projectId, transfers });
/** Deletes until nothing more is due; returns the number of executions. */
async function all(transfers = 100): Promise<number> {
  const { deleted, hasMore } = await due(transfers);
  return hasMore ? deleted + (await all(transfers)) : deleted;
}

async function accepted(): Promise<string> {
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.execution.id;
}
const claimed = async () => leaseOf((await worker.claim({ projectId, id: await accepted() }))!);

async function ended(): Promise<string> {
  const lease = await claimed();
  const charge = { chargedMicros: micros(60n), billing: [] };
  const error = { status: 'INTERNAL', message: 'processing_failed' };
  const ending = { status: 'failed', statusReason: 'processing_failed', error, charge } as const;
  expect(await worker.finish({ ...lease, ...ending, steps: [], result: undefined })).toBe(true);
  return lease.id;
}
const goneOf = async () =>
  (await sql<{ id: string }>('SELECT id FROM execution WHERE content_deleted_at IS NOT NULL')).map(({ id }) => id);
const bookOf = () =>
  Promise.all(
    ['ledger_transfer', 'ledger_account', 'usage_month'].map((table) =>
      sql(`SELECT to_jsonb(t) AS row FROM ${table} AS t ORDER BY to_jsonb(t)::text`),
    ),
  );

test('an execution past its retention loses its content and shows why; money, replays and open executions stay', async () => {
  const request = requestFor(projectId);
  const outcome = await store.accept(request);
  const id = 'execution' in outcome ? outcome.execution.id : '';
  await store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  const failed = await ended();
  const open = await accepted();
  const review = { ...(await claimed()), step: 0, reason: 'outcome_unknown' };
  expect(await worker.review(review, { backoffSeconds: 10, resolveSeconds: 60 })).toBe(true);
  const untouched = () => sql(`SELECT to_jsonb(e) AS row FROM execution AS e WHERE id IN ('${open}', '${review.id}')`);
  const [book, before] = [await bookOf(), await untouched()];
  await set(30);
  expect(await all()).toBe(0);
  await later(31);
  expect(await all()).toBe(2);
  expect((await goneOf()).sort()).toEqual([id, failed].sort());
  expect([await bookOf(), await untouched()]).toEqual([book, before]);
  expect(await store.get(projectId, failed)).toMatchObject({ chargedMicros: 60, contentDeleted: { by: 'retention' } });
  expect(await store.accept(request)).toMatchObject({
    kind: 'replayed',
    execution: { id, contentDeleted: { by: 'retention' } },
  });
  expect(await countContentRemovals(fixture.database, 10)).toBe(2);
  expect(await all()).toBe(0);
});

test('content is due exactly to the millisecond, and the project is not listed before', async () => {
  const id = await ended();
  const [row] = await sql<{ at: Date }>(`SELECT finished_at AS at FROM execution WHERE id = '${id}'`);
  const end = row!.at.getTime() + 30 * DAY_MS;
  const at = (ms: number) => clockAt(`timestamptz '${new Date(ms).toISOString()}'`);
  await at(end - 1);
  await set(30);
  // The scan has passed its top-up, hold and settlement, and stopped at the first one that is not due.
  expect([await all(), await goneOf()]).toEqual([0, []]);
  expect(await projectsWithDueContent(fixture.database, 10)).toEqual([]);
  await at(end);
  expect(await projectsWithDueContent(fixture.database, 10)).toEqual([projectId]);
  expect([await all(), await goneOf()]).toEqual([1, [id]]);
});

test('a backlog is deleted in parts, by several processes at once, each execution once', async () => {
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await ended());
  await later(400);
  await set(365);
  expect(await due(5)).toMatchObject({ hasMore: true });
  const first = (await goneOf()).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(5);
  let deleted = first;
  while ((await projectsWithDueContent(fixture.database, 1)).length > 0) {
    const turns = await Promise.all(Array.from({ length: 4 }, () => due(3)));
    deleted += turns.reduce((sum, turn) => sum + turn.deleted, 0);
  }
  expect(deleted).toBe(12);
  expect((await goneOf()).sort()).toEqual(ids.sort());
});

test('a longer retention keeps content not yet deleted, a shorter one applies at the next run, none keeps everything', async () => {
  const old = await ended();
  await later(100);
  const young = await ended();
  await set(90);
  expect([await all(), await goneOf()]).toEqual([1, [old]]);
  await later(150);
  await set(null);
  expect(await projectsWithDueContent(fixture.database, 10)).toEqual([]);
  expect(await all()).toBe(0);
  await set(60);
  expect([await all(), await goneOf()]).toEqual([0, [old]]);
  await set(40);
  expect([await all(), (await goneOf()).sort()]).toEqual([1, [old, young].sort()]);
});

test('later executions are deleted when due, and content that a person deleted stays recorded as such', async () => {
  await set(30);
  expect(await all()).toBe(0);
  const [theirs, ours] = [await ended(), await ended()];
  await fixture.database.transaction((t) =>
    deleteContent(t, { projectId, executionId: theirs, by: 'member', actor: 'oidc|ann' }),
  );
  await later(31);
  expect(await projectsWithDueContent(fixture.database, 10)).toEqual([projectId]);
  expect(await all()).toBe(1);
  expect(await store.get(projectId, theirs)).toMatchObject({ contentDeleted: { by: 'member' } });
  expect(await store.get(projectId, ours)).toMatchObject({ contentDeleted: { by: 'retention' } });
});

test('the retention shows since when it applies, and setting the same value changes nothing', async () => {
  expect(await readRetention(fixture.database, projectId)).toEqual({ days: null, since: null });
  expect(await set(null)).toEqual({ days: null, since: null });
  expect(await sql('SELECT * FROM project_retention')).toEqual([]);
  await set(30);
  const held = await readRetention(fixture.database, projectId);
  expect(held).toEqual({ days: 30, since: expect.any(Date) });
  await later(1);
  expect(await set(30)).toEqual(held);
  expect(await readRetention(fixture.database, projectId)).toEqual(held);
  for (const days of [29, 3_651, 0]) await expect(set(days)).rejects.toThrow('project_retention_days_check');
});
