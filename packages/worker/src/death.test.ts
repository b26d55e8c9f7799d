import { sweepDue } from '@farebox/executions';
import type { RunningProcess } from '@farebox/testing';
import { expect, test, vi } from 'vitest';
import { startWorkerProcess } from './testing/worker-process.ts';
import { type Fixture, MINIMUM, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';

const WAIT = { timeout: 40_000, interval: 50 };

/** A worker process that has started the operation of its claimed execution. */
async function startChild(fixture: Fixture): Promise<RunningProcess> {
  const child = startWorkerProcess(fixture);
  expect(await child.message()).toBe('begun');
  return child;
}

/** Repeats wake-ups as the keeper does. */
async function sweepUntil(fixture: Fixture, status: string, id: string): Promise<void> {
  await vi.waitFor(async () => {
    const due = await sweepDue(fixture.database, 100);
    await fixture.queue.notify(
      'image',
      due.map((each) => ({ projectId: each.projectId, executionId: each.id, epoch: each.epoch })),
    );
    expect((await fixture.executions.get(fixture.projectId, id))?.status).toBe(status);
  }, WAIT);
}

test('another worker completes the execution of a killed worker, and it is charged once', async () => {
  await using fixture = await openFixture();
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  const worker = await startChild(fixture);
  await worker.end('SIGKILL');
  fixture.worker({ work: async () => ({ artifacts: [], units: 1 }) });
  await sweepUntil(fixture, 'succeeded', id);
  expect(await fixture.executions.get(fixture.projectId, id)).toMatchObject({
    chargedMicros: Number(MINIMUM),
    steps: [{ attempt: 2 }],
  });
  expect(
    await fixture.sql(
      `SELECT kind, amount_micros::int FROM ledger_transfer WHERE execution_id = '${id}' ORDER BY kind`,
    ),
  ).toEqual([
    { kind: 'release', amount_micros: 90 },
    { kind: 'reserve', amount_micros: 100 },
    { kind: 'settle', amount_micros: 10 },
  ]);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test('a worker that was paused beyond its lease finds its execution claimed by another and leaves it alone', async () => {
  await using fixture = await openFixture();
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  const worker = await startChild(fixture);
  worker.child.kill('SIGSTOP');
  fixture.worker({ work: async () => ({ artifacts: [], units: 3 }) });
  await sweepUntil(fixture, 'succeeded', id);
  const before = await fixture.sql('SELECT * FROM execution');
  const lost = worker.message();
  worker.child.kill('SIGCONT');
  expect(await lost).toBe('lost');
  await worker.end('SIGKILL');
  expect(await fixture.sql('SELECT * FROM execution')).toEqual(before);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});
