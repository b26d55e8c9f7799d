/** Reads, lists and cancels: only within the project, newest first, with one winner. */
import type { ExecutionSummary } from '@farebox/contract';
import { Prisma } from '@farebox/db';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import { createFileStore, type FileStore } from '@farebox/files';
import { type ExecutionStore, createExecutionStore } from './index.ts';

let fixture: Fixture;
let store: ExecutionStore;
let files: FileStore;

beforeAll(async () => {
  fixture = await openFixture();
  store = createExecutionStore(fixture.database);
  files = createFileStore(fixture.database);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function acceptMany(projectId: string, tools: readonly string[]): Promise<string[]> {
  const outcomes = await Promise.all(tools.map((tool) => store.accept(requestFor(projectId, { tool }))));
  return outcomes.map((outcome) => ('execution' in outcome ? outcome.execution.id : 'none'));
}

async function allPages(projectId: string, limit: number): Promise<ExecutionSummary[]> {
  const found: ExecutionSummary[] = [];
  let before: string | undefined;
  for (let page = 0; page < 30; page++) {
    const list = await store.list({ projectId, limit, before });
    if (list === 'unknown_before') throw new Error(list);
    found.push(...list.executions);
    if (list.nextBefore === null) return found;
    before = list.nextBefore;
  }
  throw new Error('the list does not end');
}

it('pages of any size contain every execution once, newest first, even if many share one creation time', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const ids = await acceptMany(
    projectId,
    Array.from({ length: 23 }, () => 'image-resize'),
  );
  for (const limit of [1, 7, 23, 24]) {
    const listed = await allPages(projectId, limit);
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const order = listed.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  }
});

it('filters narrow a list, and a foreign or unknown `before` is an error, not the first page', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const other = await fixture.project({ balanceMicros: 10_000n });
  await acceptMany(projectId, ['image-resize', 'image-analyze', 'image-resize']);
  const [foreign] = await acceptMany(other, ['image-resize']);
  expect(await store.list({ projectId, limit: 20, tool: 'image-analyze' })).toMatchObject({
    executions: [{ tool: 'image-analyze' }],
    nextBefore: null,
  });
  expect(await store.list({ projectId, limit: 20, status: 'failed' })).toEqual({ executions: [], nextBefore: null });
  expect(await store.list({ projectId, limit: 20, before: foreign })).toBe('unknown_before');
  expect(await store.list({ projectId, limit: 20, before: newId('execution') })).toBe('unknown_before');
});

it('an execution of another project is not found', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const other = await fixture.project({ balanceMicros: 1_000n });
  const [id] = (await acceptMany(projectId, ['image-resize'])) as [string];
  expect(await store.get(other, id)).toBeNull();
  expect(await store.requestCancel({ projectId: other, id, keyLineage: 'key_one', role: 'ADMIN' })).toEqual({
    kind: 'not_found',
  });
});

it('a cancel before the claim releases everything once, for the creating key or an ADMIN only', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const [id] = (await acceptMany(projectId, ['image-resize'])) as [string];
  const cancel = { projectId, id, keyLineage: 'key_two', role: 'MEMBER' } as const;
  expect(await store.requestCancel(cancel)).toEqual({ kind: 'forbidden' });
  const outcomes = await Promise.all([0, 1, 2].map(() => store.requestCancel({ ...cancel, role: 'ADMIN' })));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['already_cancelled', 'already_cancelled', 'cancelled']);
  expect(await store.get(projectId, id)).toMatchObject({
    status: 'cancelled',
    chargedMicros: 0,
    cancelRequested: true,
    billing: [],
  });
  expect(await fixture.balance(projectId)).toEqual({ available: 1_000n, held: 0n, spent: 0n });
});

it('exactly one of a concurrent cancel and claim wins', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const ids = await acceptMany(
    projectId,
    Array.from({ length: 20 }, () => 'image-resize'),
  );
  const claims = ids.map((id) =>
    fixture.database.rows<{ id: string }>(
      Prisma.sql`SELECT id FROM execution_claim(${[projectId]}, ${[id]}, 'image', '30 seconds'::interval)`,
    ),
  );
  const cancels = ids.map((id) => store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' }));
  const [claimed, cancelled] = await Promise.all([Promise.all(claims), Promise.all(cancels)]);
  // A losing claim finds the row locked or cancelled and gets nothing; a losing cancel is recorded for the worker.
  const winners = ids.map((_, index) => `${cancelled[index]?.kind}, ${claimed[index]?.length} claimed`);
  for (const winner of winners) expect(['cancelled, 0 claimed', 'requested, 1 claimed']).toContain(winner);
});

it('a terminal execution is final, and no execution is ever deleted', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const [id] = (await acceptMany(projectId, ['image-resize'])) as [string];
  await store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  await expect(
    fixture.database.rows(Prisma.sql`UPDATE execution SET status_reason = 'x' WHERE id = ${id} RETURNING id`),
  ).rejects.toThrow('final');
  await expect(fixture.database.rows(Prisma.sql`DELETE FROM execution WHERE id = ${id} RETURNING id`)).rejects.toThrow(
    'for ever',
  );
});

it('the same bytes are one file with one retention; after its expiry they start a new one', async () => {
  const projectId = await fixture.project({ balanceMicros: 0n + 1n });
  const upload = { projectId, sha256: '0f'.repeat(32), mimeType: 'image/png', sizeBytes: 10, width: 4, height: 3 };
  const stored: string[] = [];
  const put = async (objectKey: string): Promise<void> => void stored.push(objectKey);
  const racing = await Promise.all([0, 1, 2].map(() => files.saveUpload(upload, put)));
  const again = await files.saveUpload(upload, () => Promise.reject(new Error('it is stored')));
  for (const file of racing) expect(file).toEqual(again);
  expect([...(await files.facts(projectId, [again.id])).keys()]).toEqual([again.id]);
  const other = await fixture.project({ balanceMicros: 1n });
  expect(await files.facts(other, [again.id])).toEqual(new Map());

  await fixture.database.rows(
    Prisma.sql`UPDATE file SET created_at = now() - interval '31 days', expires_at = now() - interval '1 day' WHERE id = ${again.id} RETURNING id`,
  );
  expect(await files.facts(projectId, [again.id])).toEqual(new Map());
  const renewed = await files.saveUpload(upload, put);
  expect(renewed.id).toBe(again.id);
  expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.parse(again.expiresAt) - 1000);
});
