/** Batches in the database: accepted completely or not at all, once per idempotency key, within balance and caps. */
import { randomUUID } from 'node:crypto';
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { describe, expect, test } from 'vitest';
import { requestFor } from '../../testing/fixture.ts';
import { batchFor } from '../../testing/batches.ts';
import { openStores } from '../../testing/stores.ts';
import type { AcceptBatchOutcome } from './accept.ts';
import { createBatchStore } from './index.ts';

const { fixture, store, worker } = await openStores();
/** Two gateways on one database. */
const gateways = [createBatchStore(fixture.database), createBatchStore(fixture.database)] as const;
const [batches] = gateways;

async function accepted(projectId: string, size: number) {
  const outcome = await batches.accept(batchFor(projectId, size));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return { id: outcome.batch.id, ids: outcome.executions.map(({ executionId }) => executionId), outcome };
}

const kindsOf = (outcomes: readonly AcceptBatchOutcome[]) => outcomes.map(({ kind }) => kind).toSorted();
const sql = <Row>(text: string): Promise<Row[]> => fixture.database.rows<Row>(Prisma.raw(text));
const countOf = async (projectId: string): Promise<object | undefined> =>
  (
    await sql<object>(
      `SELECT (SELECT count(*)::integer FROM batch WHERE project_id = '${projectId}') AS batches,
              (SELECT count(*)::integer FROM execution WHERE project_id = '${projectId}') AS executions`,
    )
  )[0];

describe('accept', () => {
  test('holds a thousand items together, each as an execution, in the order of the request', async () => {
    const projectId = await fixture.project({ balanceMicros: 100_000n });
    const { id, ids, outcome } = await accepted(projectId, 1_000);
    expect(await fixture.balance(projectId)).toEqual({ available: 0n, held: 100_000n, spent: 0n });
    expect(outcome.kind === 'accepted' && outcome.batch).toEqual(await batches.get(projectId, id));
    const items = await batches.items({ projectId, id, from: 998, limit: 10 });
    expect(items).toEqual([998, 999].map((index) => ({ index, executionId: ids[index] })));
    const found = await store.findByIdempotencyKey(projectId, `${id}:999`);
    expect(found?.execution).toMatchObject({ id: ids[999], status: 'queued', maximumChargeMicros: 100 });
  });

  test('creates one batch for 20 identical requests at once on two gateways', async () => {
    const projectId = await fixture.project({ balanceMicros: 10_000n });
    const request = batchFor(projectId, 10);
    const accepting = Promise.all(Array.from({ length: 20 }, (_, n) => gateways[n % 2 === 0 ? 0 : 1].accept(request)));
    await expect(accepting).resolves.toHaveLength(20);
    const outcomes = await accepting;
    expect(kindsOf(outcomes)).toEqual(['accepted', ...Array.from({ length: 19 }, () => 'replayed')]);
    expect(new Set(outcomes.map((outcome) => ('batch' in outcome ? outcome.batch.id : null))).size).toBe(1);
    expect(await countOf(projectId)).toEqual({ batches: 1, executions: 10 });
    expect(await fixture.balance(projectId)).toEqual({ available: 9_000n, held: 1_000n, spent: 0n });
  });

  test('refuses a used key with another body or lineage; a key used by an execution is no conflict', async () => {
    const projectId = await fixture.project({ balanceMicros: 10_000n });
    const request = batchFor(projectId, 2);
    await store.accept(requestFor(projectId, { idempotencyKey: request.idempotencyKey }));
    expect(await batches.accept(request)).toMatchObject({ kind: 'accepted' });
    expect(await batches.accept({ ...request, bodyHash: 'cd'.repeat(32) })).toEqual({ kind: 'conflict' });
    expect(await batches.accept({ ...request, keyLineage: 'key_two' })).toEqual({ kind: 'conflict' });
    expect(await batches.accept({ ...request, keyId: 'key_rotated' })).toMatchObject({ kind: 'replayed' });
    expect(await fixture.balance(projectId)).toEqual({ available: 9_700n, held: 300n, spent: 0n });
  });

  test('writes nothing beyond the balance, states the balance, and leaves the key usable', async () => {
    const projectId = await fixture.project({ balanceMicros: 950n });
    const request = batchFor(projectId, 10);
    const refused = { kind: 'insufficient_balance', availableMicros: 950n, requiredMicros: 1_000n };
    await expect(batches.accept(request)).resolves.toEqual(refused);
    expect(await countOf(projectId)).toEqual({ batches: 0, executions: 0 });
    expect(await fixture.balance(projectId)).toEqual({ available: 950n, held: 0n, spent: 0n });
    expect(await batches.accept({ ...request, items: request.items.slice(1) })).toMatchObject({ kind: 'accepted' });
  });

  test('gives each execution the time limit, counted from the acceptance, and none without one', async () => {
    const projectId = await fixture.project({ balanceMicros: 10_000n });
    const limited = await batches.accept(batchFor(projectId, 2, { cancelAfterSeconds: 90 }));
    const free = [
      await batches.accept(batchFor(projectId, 1, { cancelAfterSeconds: null })),
      await accepted(projectId, 1),
    ];
    expect([limited, free[0]]).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
    const limits = await sql<{ seconds: number | null; isInJob: boolean }>(
      `SELECT extract(epoch FROM e.cancel_after - e.created_at)::integer AS seconds, j.cancel_after IS NOT DISTINCT FROM e.cancel_after AS "isInJob"
       FROM execution AS e JOIN execution_job AS j ON j.project_id = e.project_id AND j.id = e.id
       WHERE e.project_id = '${projectId}' ORDER BY e.id`,
    );
    expect(limits).toEqual([90, 90, null, null].map((seconds) => ({ seconds, isInJob: true })));
  });

  test('applies the caps of project and key to the sum', async () => {
    const capped = await fixture.project({ balanceMicros: 10_000n, capMicros: 250n });
    const refused = { kind: 'monthly_cap_reached', availableMicros: 250n, requiredMicros: 300n };
    expect(await batches.accept(batchFor(capped, 3))).toEqual(refused);
    const ofKey = await fixture.project({ balanceMicros: 10_000n });
    await sql(`SELECT ledger_cap_key('${ofKey}', 'key_one', 250)::text`);
    expect(await batches.accept(batchFor(ofKey, 3))).toEqual(refused);
    expect(await batches.accept(batchFor(ofKey, 2))).toMatchObject({ kind: 'accepted' });
    expect(await countOf(ofKey)).toEqual({ batches: 1, executions: 2 });
  });

  test('never holds more than the balance, with concurrent batches and executions', async () => {
    const projectId = await fixture.project({ balanceMicros: 2_000n });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? batches.accept(batchFor(projectId, 7)) : store.accept(requestFor(projectId)),
      ),
    );
    const { held, available } = await fixture.balance(projectId);
    expect(held + available).toBe(2_000n);
    const counted = (await countOf(projectId)) as { executions: number };
    expect(held).toBe(BigInt(counted.executions) * 100n);
    expect(outcomes.some(({ kind }) => kind === 'insufficient_balance')).toBe(true);
  });
});

describe('read', () => {
  test('a batch sums the states and charges of its executions, and ends with the last of them', async () => {
    const projectId = await fixture.project({ balanceMicros: 10_000n });
    const { id, ids } = await accepted(projectId, 3);
    const [first = '', second = ''] = ids;
    await worker.claim({ projectId, id: first });
    await store.requestCancel({ projectId, id: second, keyLineage: 'key_one', role: 'MEMBER' });
    const open = { counts: { queued: 1, running: 1, cancelled: 1, succeeded: 0 }, chargedMicros: 0, finishedAt: null };
    expect(await batches.get(projectId, id)).toMatchObject({ ...open, executionCount: 3, maximumChargeMicros: 300 });
    await sql(`UPDATE execution SET status = 'failed', charged_micros = 40, finished_at = instant(), run_at = NULL, claim_token = NULL,
      leased_until = NULL, billing = '[]' WHERE id = '${first}'`);
    await batches.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
    const ended = { counts: { queued: 0, running: 0, cancelled: 2, failed: 1 }, chargedMicros: 40 };
    expect(await batches.get(projectId, id)).toMatchObject({
      ...ended,
      cancelRequested: true,
      finishedAt: expect.any(String),
    });
  });

  test('batches are listed by pages, newest first, and found by key', async () => {
    const projectId = await fixture.project({ balanceMicros: 10_000n });
    const made = [];
    for (let n = 0; n < 3; n++) made.unshift((await accepted(projectId, 1)).id);
    const page = await batches.list({ projectId, limit: 2 });
    if (page === 'unknown_before') throw new Error(page);
    expect([page.batches.map(({ id }) => id), page.nextBefore]).toEqual([made.slice(0, 2), made[1]]);
    expect(await batches.list({ projectId, limit: 2, before: made[1] })).toMatchObject({
      batches: [{ id: made[2] }],
      nextBefore: null,
    });
    const request = batchFor(projectId, 1, { idempotencyKey: 'found-again' });
    const { batch } = (await batches.accept(request)) as { batch: { id: string } };
    expect(await batches.list({ projectId, limit: 2, idempotencyKey: 'found-again' })).toMatchObject({
      batches: [{ id: batch.id }],
    });
    expect(await batches.find({ projectId, idempotencyKey: 'found-again' }, true)).toMatchObject({
      batch: { id: batch.id },
    });
    expect(await batches.find({ projectId, idempotencyKey: randomUUID() }, true)).toBe(null);
  });

  test('a batch of another project is not found', async () => {
    const [own, other] = [
      await fixture.project({ balanceMicros: 1_000n }),
      await fixture.project({ balanceMicros: 1_000n }),
    ];
    const { id } = await accepted(own, 2);
    expect(await batches.get(other, id)).toBe(null);
    expect(await batches.items({ projectId: other, id, from: 0, limit: 9 })).toBe(null);
    expect(await batches.list({ projectId: other, limit: 9, before: id })).toBe('unknown_before');
    const cancel = { projectId: other, id, keyLineage: 'key_one', role: 'ADMIN' } as const;
    await expect(batches.requestCancel(cancel)).resolves.toEqual({ kind: 'not_found' });
    expect(await batches.get(own, id)).toMatchObject({ counts: { queued: 2 }, cancelRequested: false });
  });
});

test('for any prices the amounts of a batch are the sums of its executions', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const dear = requestFor(projectId, { maximumMicros: micros(900n) });
  const { batch } = (await batches.accept(batchFor(projectId, 0, { items: [dear, requestFor(projectId)] }))) as {
    batch: { id: string };
  };
  expect(await batches.get(projectId, batch.id)).toMatchObject({
    minimumChargeMicros: 20,
    maximumChargeMicros: 1_000,
  });
});

describe('an open item', () => {
  test('is the last one that is queued or running, and null when all have ended; another project finds none', async () => {
    const projectId = await fixture.project({ balanceMicros: 1_000n });
    const { id, ids } = await accepted(projectId, 3);
    for (const at of [1, 2, 0]) {
      expect(await batches.openItem(projectId, id)).toBe(at === 0 ? ids[0] : ids[2]);
      await store.requestCancel({ projectId, id: ids[at] ?? '', keyLineage: 'key_one', role: 'ADMIN' });
    }
    expect(await batches.openItem(projectId, id)).toBeNull();
    const other = await fixture.project({ balanceMicros: 1_000n });
    expect(await batches.openItem(other, (await accepted(projectId, 1)).id)).toBeNull();
  });

  test('is read by primary keys only, whatever the statistics of the planner', async () => {
    const projectId = await fixture.project({ balanceMicros: 100_000n });
    const { id } = await accepted(projectId, 300);
    await fixture.database.prisma.$executeRawUnsafe('ANALYZE');
    const plans: string[] = [];
    const rows = async <Row>(query: Prisma.Sql): Promise<Row[]> => {
      const lines = await fixture.database.rows<Record<'QUERY PLAN', string>>(Prisma.sql`EXPLAIN ${query}`);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return [];
    };
    await createBatchStore({ ...fixture.database, rows }).openItem(projectId, id);
    expect(plans.join()).toMatch(/using execution_pkey on execution /);
    expect(plans.join()).not.toMatch(/Seq Scan on execution\b/);
  });
});
