/** A batch keeps its executions, and cancelling it cancels each like a single execution. */
import { Prisma } from '@farebox/db';
import { runSql } from '@farebox/testing';
import { describe, expect, test } from 'vitest';
import { batchFor } from '../../testing/batches.ts';
import { requestFor } from '../../testing/fixture.ts';
import { openStores } from '../../testing/stores.ts';
import { createBatchStore } from './index.ts';

const { fixture, store, worker } = await openStores();
const batches = createBatchStore(fixture.database);
const sql = <Row>(text: string): Promise<Row[]> => fixture.database.rows<Row>(Prisma.raw(text));

async function accepted(projectId: string, size: number) {
  const outcome = await batches.accept(batchFor(projectId, size));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return { id: outcome.batch.id, ids: outcome.executions.map(({ executionId }) => executionId), outcome };
}

describe('cancel', () => {
  const FACTS = `status, status_reason, charged_micros::text, cancel_requested_at IS NOT NULL AS asked, run_at <= instant() AS due, review_at <= instant() AS looked_at,
    (SELECT notify_at = '-infinity' FROM execution_job AS j WHERE j.project_id = e.project_id AND j.id = e.id) AS notified`;

  /** A batch with a queued, a held, an abandoned, a reviewed and an ended execution. */
  async function inEveryState(projectId: string) {
    const { id, ids } = await accepted(projectId, 5);
    const [, held = '', paused = '', review = '', failed = ''] = ids;
    for (const each of [held, paused, review, failed]) await worker.claim({ projectId, id: each });
    const free = 'claim_token = NULL, leased_until = NULL';
    await sql(`UPDATE execution SET ${free}, run_at = instant() + interval '1 hour' WHERE id = '${paused}'`);
    await sql(`UPDATE execution SET ${free}, status = 'needs_review', review = '{}', review_at = instant() + interval '1 hour',
      resolve_by = instant() + interval '2 hours' WHERE id = '${review}'`);
    await sql(`UPDATE execution SET ${free}, status = 'failed', charged_micros = 40, finished_at = instant(), run_at = NULL, billing = '[]'
      WHERE id = '${failed}'`);
    return { id, ids };
  }

  const factsOf = async (ids: readonly string[]) =>
    sql(`SELECT ${FACTS} FROM execution AS e WHERE id IN (${ids.map((id) => `'${id}'`).join()}) ORDER BY id`);

  test('gives each execution of a batch the outcome of a single cancel, and releases the money', async () => {
    const [one, whole] = [
      await fixture.project({ balanceMicros: 1_000n }),
      await fixture.project({ balanceMicros: 1_000n }),
    ];
    const [singly, together] = [await inEveryState(one), await inEveryState(whole)];
    for (const id of singly.ids)
      await store.requestCancel({ projectId: one, id, keyLineage: 'key_one', role: 'MEMBER' });
    const cancel = { projectId: whole, id: together.id, keyLineage: 'key_one', role: 'MEMBER' } as const;
    expect(await batches.requestCancel(cancel)).toMatchObject({ kind: 'requested', batch: { cancelRequested: true } });
    const facts = await factsOf(together.ids);
    expect(facts).toEqual(await factsOf(singly.ids));
    expect(facts[0]).toMatchObject({ status: 'cancelled', status_reason: 'cancelled_before_start' });
    expect(await fixture.balance(whole)).toEqual(await fixture.balance(one));
    expect(await batches.requestCancel(cancel)).toMatchObject({ kind: 'requested' });
    expect(await factsOf(together.ids)).toEqual(facts);
  });

  test('is allowed with the creating key and as an ADMIN', async () => {
    const projectId = await fixture.project({ balanceMicros: 1_000n });
    const { id } = await accepted(projectId, 2);
    const cancel = { projectId, id, keyLineage: 'key_two' } as const;
    expect(await batches.requestCancel({ ...cancel, role: 'MEMBER' })).toEqual({ kind: 'forbidden' });
    expect(await batches.get(projectId, id)).toMatchObject({ counts: { queued: 2 }, cancelRequested: false });
    expect(await batches.requestCancel({ ...cancel, role: 'ADMIN' })).toMatchObject({
      batch: { counts: { cancelled: 2 } },
    });
  });
});

describe('the database refuses', () => {
  const begin = async () => {
    const projectId = await fixture.project({ balanceMicros: 10_000n });
    const { id } = await accepted(projectId, 2);
    const single = await store.accept(requestFor(projectId));
    if (single.kind !== 'accepted') throw new Error(single.kind);
    return { projectId, id, single: single.execution.id };
  };

  test.each([
    ['another number of executions', `executions = 3`],
    ['a ceiling other than the sum of its executions', `maximum_micros = 100`],
    ['another tool', `tool = 'other'`],
    ['withdrawing a cancellation', `cancel_requested_at = NULL`],
  ])('%s', async (_, change) => {
    const { projectId, id } = await begin();
    await batches.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
    await expect(runSql(fixture.url, `UPDATE batch SET ${change} WHERE id = '${id}'`)).rejects.toThrow(/never changes/);
  });

  test('adding, removing or exchanging an execution of a batch, and a batch without executions', async () => {
    const { projectId, id, single } = await begin();
    const add = `INSERT INTO batch_item (project_id, batch_id, index, execution_id) VALUES ('${projectId}', '${id}', 2, '${single}')`;
    await expect(runSql(fixture.url, add)).rejects.toThrow(/not the executions of this batch/);
    for (const change of [
      'DELETE FROM batch_item',
      `UPDATE batch_item SET execution_id = '${single}'`,
      'DELETE FROM batch',
    ])
      await expect(runSql(fixture.url, `${change} WHERE project_id = '${projectId}'`)).rejects.toThrow(/never change/);
    const empty = `INSERT INTO batch SELECT (jsonb_populate_record(b, '{"id": "bat_00000000000000000000000000", "idempotency_key": "empty"}')).*
      FROM batch AS b WHERE id = '${id}'`;
    await expect(runSql(fixture.url, empty)).rejects.toThrow(/2 executions, of which there are 0/);
  });
});
