import { createExecutionStore, createWorkerStore, leaseOf } from '@farebox/executions';
import { type Engine, micros } from '@farebox/kernel';
import { expect, test, vi } from 'vitest';
import { endOverdue } from './overdue.ts';
import { type ProjectFixture, openProjectFixture, stepOf } from '@farebox/executions/testing';

const store = ({ database }: ProjectFixture, engine: Engine = 'image') =>
  createWorkerStore(database, { engine, leaseSeconds: 30 });
const account = async (fixture: ProjectFixture) => (await fixture.sql('SELECT * FROM ledger_account'))[0];
const ended = (fixture: ProjectFixture) => fixture.sql('SELECT status, status_reason, charged_micros FROM execution');
const cancel = (fixture: ProjectFixture, id: string) =>
  createExecutionStore(fixture.database).requestCancel({
    projectId: fixture.projectId,
    id,
    keyLineage: 'key_one',
    role: 'MEMBER',
  });
const RUN_OUT = `UPDATE execution SET started_at = now() - interval '1 hour'`;

/** Creates a plan of two provider steps; the first is recorded with its cost, the second has no worker. */
async function half(
  fixture: ProjectFixture,
  costMicros: bigint | null,
  options?: Parameters<ProjectFixture['accept']>[0],
) {
  const id = await fixture.accept({ ...options, plan: [stepOf('provider'), stepOf('provider')] });
  const worker = store(fixture, 'provider');
  const claimed = (await worker.claim({ projectId: fixture.projectId, id }))!;
  const step = { index: 0, status: 'succeeded', attempt: 1, units: 3n, result: undefined } as const;
  const times = { startedAt: new Date(), finishedAt: new Date(), artifacts: [] };
  const steps = [{ ...step, ...times, costMicros: costMicros === null ? null : micros(costMicros) }];
  expect(await worker.record({ ...claimed, steps, handOver: 'provider' })).toBe(true);
  return id;
}

test('a cancel ends an execution without a worker, and only the cost of its recorded steps is charged', async () => {
  await using fixture = await openProjectFixture();
  const id = await half(fixture, 42n);
  expect(await endOverdue(fixture.database, fixture)).toBe(0);
  await cancel(fixture, id);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await endOverdue(fixture.database, fixture)).toBe(0);
  expect(await ended(fixture)).toEqual([
    { status: 'cancelled', status_reason: 'cancelled_by_request', charged_micros: 42n },
  ]);
  expect(await account(fixture)).toMatchObject({ available_micros: 999_958n, held_micros: 0n, spent_micros: 42n });
});

test('an execution whose worker died fails at its deadline, and without external cost nothing is charged', async () => {
  await using fixture = await openProjectFixture();
  await store(fixture).claim({ projectId: fixture.projectId, id: await fixture.accept() });
  await fixture.sql(RUN_OUT);
  expect(await endOverdue(fixture.database, fixture)).toBe(0); // a worker holds it and would end it
  await fixture.sql('UPDATE execution SET leased_until = instant()');
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await ended(fixture)).toEqual([{ status: 'failed', status_reason: 'deadline_exceeded', charged_micros: 0n }]);
  expect(await account(fixture)).toMatchObject({ available_micros: 1_000_000n, held_micros: 0n });
});

test('the client’s time limit ends an abandoned execution; a delivered step without a stated cost is charged its price', async () => {
  await using fixture = await openProjectFixture();
  await half(fixture, null, { cancelAfterSeconds: 1 });
  await vi.waitFor(async () => expect(await endOverdue(fixture.database, fixture)).toBe(1), {
    timeout: 30_000,
    interval: 100,
  });
  expect(await ended(fixture)).toEqual([{ status: 'cancelled', status_reason: 'cancel_after', charged_micros: 21n }]);
});

test('a pause beyond the deadline does not delay the end', async () => {
  await using fixture = await openProjectFixture();
  const claimed = (await store(fixture).claim({ projectId: fixture.projectId, id: await fixture.accept() }))!;
  await fixture.sql(RUN_OUT);
  expect(await store(fixture).retryLater(claimed, { afterSeconds: 600, counted: true })).toBe(true);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await ended(fixture)).toMatchObject([{ status: 'failed', status_reason: 'deadline_exceeded' }]);
});

test('an execution with a provider call of unknown outcome is not ended, even if cancelled, late and without a lease', async () => {
  await using fixture = await openProjectFixture();
  const id = await fixture.accept();
  const leased = leaseOf((await store(fixture).claim({ projectId: fixture.projectId, id }))!);
  await store(fixture).external.dispatch({
    ...leased,
    index: 0,
    token: `${id}.0`,
    provider: 'entry',
    exposureMicros: micros(100n),
  });
  await cancel(fixture, id);
  await fixture.sql(`${RUN_OUT}, leased_until = instant()`);
  expect(await endOverdue(fixture.database, fixture)).toBe(0);
  expect(await ended(fixture)).toMatchObject([{ status: 'running' }]);
  expect(await account(fixture)).toMatchObject({ held_micros: 100n });
});

test('an execution that a worker claims first is left to the worker', async () => {
  await using fixture = await openProjectFixture();
  await half(fixture, 42n);
  await fixture.sql(RUN_OUT);
  const { database } = fixture;
  const slow: typeof database = {
    ...database,
    async rows<Row>(query: Parameters<typeof database.rows>[0]) {
      const found = await database.rows<Row>(query);
      if (query.text.includes('overtaken')) await fixture.sql(`UPDATE execution SET max_runtime_seconds = 36000`);
      return found;
    },
  };
  expect(await endOverdue(slow, fixture)).toBe(0);
  expect(await fixture.sql('SELECT status, leased_until, attempts FROM execution')).toEqual([
    { status: 'running', leased_until: null, attempts: 0 },
  ]);
});
