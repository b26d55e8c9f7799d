/**
 * Deleting the content of an execution leaves its cost, the reasons for it, and the row. Runs on a real PostgreSQL, with
 * steps of our own machines and of providers.
 */
import { randomUUID } from 'node:crypto';
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { finishedStep, openStores, requestFor } from '@farebox/executions/testing';
import { takeContentRemovals } from './removals.ts';
import { deleteContent } from './delete-content.ts';
import { leaseOf } from '@farebox/executions';

const { fixture, store, worker } = await openStores();
const { database } = fixture;
const WORDS = 'a secret lighthouse';
const step = (name: string) => ({
  ...requestFor('').plan[0]!,
  name,
  parameters: { prompt: WORDS },
  inputs: { source: { fileId: 'file_x' } },
});

/** Creates an execution whose first step has a row and an artifact, whose second ended with it; both have a result. */
async function finished(projectId: string) {
  const request = requestFor(projectId, { plan: [step('one'), step('two')] });
  const accepted = await store.accept(request);
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
  const { id } = accepted.execution;
  const lease = leaseOf((await worker.claim({ projectId, id }))!);
  const artifact = {
    id: `file_${randomUUID()}`,
    sha256: 'cd'.repeat(32),
    mimeType: 'image/png',
    sizeBytes: 5,
    objectKey: `projects/${projectId}/executions/${id}/0-0-cd`,
  };
  const [one, two] = [0, 1].map((index) => finishedStep(index, { result: { said: WORDS } }));
  await worker.record({ ...lease, steps: [{ ...one!, artifacts: [artifact] }], handOver: null });
  const charge = {
    chargedMicros: micros(60n),
    billing: [{ step: 0, description: 'Resize', unit: 'megapixel', quantity: 1n, amountMicros: micros(60n) }],
  };
  const ending = { status: 'succeeded', statusReason: null, error: null, charge, result: { said: WORDS } } as const;
  expect(await worker.finish({ ...lease, ...ending, steps: [two!] })).toBe(true);
  return { id, request };
}

const remove = (projectId: string, executionId: string) =>
  database.transaction((transaction) =>
    deleteContent(transaction, { projectId, executionId, by: 'member', actor: 'oidc|ann' }),
  );
const sql = (text: string) => database.rows<Record<string, unknown>>(Prisma.raw(text));
const moneyOf = (projectId: string) =>
  Promise.all(
    ['ledger_transfer', 'ledger_account', 'usage_month', 'provider_cost'].map((table) =>
      sql(`SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE project_id = '${projectId}' ORDER BY to_jsonb(t)::text`),
    ),
  );

test('input and output are gone from every column, and the billing is unchanged to the byte', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const { id, request } = await finished(projectId);
  const kept = `SELECT body_sha256, idempotency_key, charged_micros, billing::text, created_at, finished_at, status FROM execution WHERE id = '${id}'`;
  const [before, evidence, money] = [await store.get(projectId, id), await sql(kept), await moneyOf(projectId)];
  expect(before?.output.result).toEqual({ said: WORDS });

  expect(await remove(projectId, id)).toMatchObject({
    kind: 'deleted',
    tombstone: { by: 'member', actor: 'oidc|ann' },
  });

  const rows = await sql(`SELECT to_jsonb(e) AS row FROM execution AS e WHERE id = '${id}'
    UNION ALL SELECT to_jsonb(s) FROM execution_step AS s WHERE execution_id = '${id}'`);
  expect(JSON.stringify(rows)).not.toContain(WORDS);
  expect(JSON.stringify(rows)).not.toContain('file_x');
  expect(await sql(kept)).toEqual(evidence);
  expect(await moneyOf(projectId)).toEqual(money);
  const after = await store.get(projectId, id);
  expect(after).toMatchObject({
    contentDeleted: { by: 'member' },
    output: { artifacts: [{ sha256: 'cd'.repeat(32), contentDeleted: after!.contentDeleted }] },
  });
  expect(Date.parse(after!.output.artifacts[0]!.expiresAt)).toBeLessThanOrEqual(Date.parse(after!.contentDeleted!.at));
  const { contentDeleted: _, output: __, ...same } = after!;
  const { output: ___, ...was } = before!;
  expect(same).toEqual(was);
  expect(after!.output).not.toHaveProperty('result');
  expect(await takeContentRemovals(database, 10)).toContainEqual({ projectId, id });
  // A repeated request still returns the execution.
  expect(await store.accept(request)).toMatchObject({ kind: 'replayed', execution: { id, chargedMicros: 60 } });
  expect(await moneyOf(projectId)).toEqual(money);
});

test('a list shows the deletion as a poll does', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const { id } = await finished(projectId);
  await remove(projectId, id);
  const list = await store.list({ projectId, limit: 1 });
  const polled = await store.get(projectId, id);
  expect(list).toMatchObject({ executions: [{ id, contentDeleted: polled!.contentDeleted }] });
});

test('one of several concurrent deletions deletes, all return the same, and no money moves', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const { id } = await finished(projectId);
  const money = await moneyOf(projectId);
  const removing = Promise.all(Array.from({ length: 6 }, () => remove(projectId, id)));
  await expect(removing).resolves.toHaveLength(6);
  const all = await removing;
  expect(all.map(({ kind }) => kind).sort()).toEqual(['deleted', ...Array<string>(5).fill('deleted_before')]);
  expect(new Set(all.map((each) => JSON.stringify('tombstone' in each && each.tombstone))).size).toBe(1);
  expect(await moneyOf(projectId)).toEqual(money);
});

test('an open execution keeps its content, and an execution of another project is not found', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const accepted = await store.accept(requestFor(projectId));
  const { id } = 'execution' in accepted ? accepted.execution : { id: '' };
  const before = await sql(`SELECT to_jsonb(e) AS row FROM execution AS e WHERE id = '${id}'`);
  expect(await remove(projectId, id)).toEqual({ kind: 'not_finished' });
  expect(await remove(await fixture.project({ balanceMicros: 1n }), id)).toEqual({ kind: 'not_found' });
  expect(await sql(`SELECT to_jsonb(e) AS row FROM execution AS e WHERE id = '${id}'`)).toEqual(before);
});
