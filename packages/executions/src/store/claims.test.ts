/** Only the current claim of an execution can write, under lost claims and concurrent writes. */
import { Prisma } from '@farebox/db';
import { expect, it } from 'vitest';
import { runSql } from '@farebox/testing';
import { openFixture, requestFor } from '../testing/fixture.ts';
import { LEASE, finishedStep, openStores } from '../testing/stores.ts';
import { createExecutionStore } from './index.ts';
import { type ExecutionRef, createWorkerStore, leaseOf } from './worker/index.ts';

const { fixture, store, worker } = await openStores();

async function accepted(): Promise<ExecutionRef> {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return { projectId, id: outcome.execution.id };
}

/** Simulates a failover to a standby that had not received the claim. */
const forgetClaim = (id: string) =>
  fixture.database.rows(Prisma.sql`
    WITH off AS (SELECT set_config('session_replication_role', 'replica', true))
    UPDATE execution SET status = 'queued', epoch = 0, attempts = 0, claim_token = NULL, leased_until = NULL, started_at = NULL
    FROM off WHERE id = ${id}`);

const ending = {
  status: 'failed',
  statusReason: 'x',
  error: { status: 'X', message: 'x' },
  charge: { chargedMicros: 0n as never, billing: [] },
  steps: [],
  result: undefined,
} as const;

it('a claim that was lost in a failover cannot write once another worker holds the execution', async () => {
  const execution = await accepted();
  const { id } = execution;
  const forgotten = await worker.claim(execution);
  await forgetClaim(id);
  const standing = await worker.claim(execution);
  expect(standing).toMatchObject({ epoch: forgotten!.epoch, attempts: 1 });
  const stale = leaseOf(forgotten!);
  const intent = { ...stale, index: 0, token: `${id}.0`, provider: 'entry', exposureMicros: 100n as never };
  expect(await worker.external.dispatch(intent)).toBe('lost');
  expect(await worker.external.submitted({ ...stale, index: 0 }, 'ref')).toBe(false);
  expect(await worker.external.undelivered({ ...stale, index: 0 })).toBe(false);
  expect(await worker.heartbeat([stale])).toEqual(new Map());
  expect(await worker.watch([stale])).toEqual(new Map());
  expect(await worker.record({ ...stale, steps: [finishedStep(0)], handOver: null })).toBe(false);
  expect(await worker.review({ ...stale, step: 0, reason: 'x' }, { backoffSeconds: 1, resolveSeconds: 9 })).toBe(false);
  expect(await worker.retryLater(stale, { afterSeconds: 1, counted: true })).toBe(false);
  expect(await worker.handBack([stale])).toEqual(new Set());
  expect(await worker.finish({ ...stale, ...ending })).toBe(false);
  expect(await worker.finish({ ...leaseOf(standing!), ...ending })).toBe(true);
});

it('a stale worker’s record is skipped even in one query with the record of the current worker', async () => {
  const execution = await accepted();
  const { id } = execution;
  const stale = leaseOf((await worker.claim(execution))!);
  await fixture.database.rows(Prisma.sql`UPDATE execution SET leased_until = instant() WHERE id = ${id}`);
  const standing = leaseOf((await worker.claim(execution))!);
  const together = [stale, standing].map((leased, index) =>
    worker.record({ ...leased, steps: [finishedStep(index)], handOver: null }),
  );
  expect(await Promise.all(together)).toEqual([false, true]);
  const rows = await fixture.database.rows(Prisma.sql`SELECT index FROM execution_step WHERE execution_id = ${id}`);
  expect(rows).toEqual([{ index: 1 }]);
});

it('the pages that a worker’s write reads do not grow with the number of running executions', async () => {
  await using own = await openFixture();
  const [gateway, engine] = [createExecutionStore(own.database), createWorkerStore(own.database, LEASE)];
  const projectId = await own.project({ balanceMicros: 1_000_000n });
  const outcomes = await Promise.all(Array.from({ length: 600 }, () => gateway.accept(requestFor(projectId))));
  const all = outcomes.map((outcome) => ({ projectId, id: 'execution' in outcome ? outcome.execution.id : '' }));
  await runSql(own.url, 'VACUUM ANALYZE execution'); // the statistics see no running execution
  const leased = leaseOf((await Promise.all(all.map(engine.claim))).at(-1)!);
  const [settings, item] = [
    'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off',
    JSON.stringify([leased]),
  ];
  const explain = (call: string) => `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${call}`;
  const of = (name: string, rest: string) =>
    explain(`${name}(ARRAY['${projectId}'], ARRAY['${leased.id}'], ARRAY['${leased.claimToken}']::uuid[]${rest})`);
  for (const query of [
    explain(`execution_lock_held('${item}')`),
    of('execution_watch', ''),
    of('execution_heartbeat', `, '30 seconds'`),
  ]) {
    const [row] = await runSql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
      own.url,
      settings,
      query,
      query,
    );
    expect(row!['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(60);
  }
});
