import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sweepDue } from '@tollgate/executions';
import { expect, test, vi } from 'vitest';
import { type Ground, MINIMUM, WRONG_ACCOUNTS, openGround } from './testing/ground.ts';

const WAIT = { timeout: 40_000, interval: 50 };
const LEASE_SECONDS = 2;

/** A worker process that has begun the operation of whatever it claimed. */
async function startChild({ url, directory }: Ground): Promise<ChildProcess> {
  const child = fork(
    fileURLToPath(new URL('./testing/worker.process.ts', import.meta.url)),
    [url, directory, String(LEASE_SECONDS)],
    { execArgv: [] },
  );
  await once(child, 'message');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** As the keeper does. */
async function sweepUntil(ground: Ground, status: string, id: string): Promise<void> {
  await vi.waitFor(async () => {
    const due = await sweepDue(ground.database, 100);
    await ground.queue.nudge(
      'image',
      due.map((each) => ({ projectId: each.projectId, executionId: each.id, epoch: each.epoch })),
    );
    expect((await ground.executions.get(ground.projectId, id))?.status).toBe(status);
  }, WAIT);
}

test('the execution of a worker that was killed is done by another and charged once', { timeout: 90_000 }, async () => {
  await using ground = await openGround();
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  const child = await startChild(ground);
  await killed(child);
  ground.worker({ work: async () => ({ artifacts: [], units: 1 }) });
  await sweepUntil(ground, 'succeeded', id);
  expect(await ground.executions.get(ground.projectId, id)).toMatchObject({
    chargedMicros: Number(MINIMUM),
    steps: [{ attempt: 2 }],
  });
  expect(
    await ground.sql(`SELECT kind, amount_micros::int FROM ledger_transfer WHERE execution_id = '${id}' ORDER BY kind`),
  ).toEqual([
    { kind: 'release', amount_micros: 90 },
    { kind: 'reserve', amount_micros: 100 },
    { kind: 'settle', amount_micros: 10 },
  ]);
  expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test(
  'a worker that was paused past its lease finds its execution gone and leaves it alone',
  { timeout: 90_000 },
  async () => {
    await using ground = await openGround();
    const id = await ground.accept([{}]);
    await ground.nudge(id);
    const child = await startChild(ground);
    child.kill('SIGSTOP');
    ground.worker({ work: async () => ({ artifacts: [], units: 3 }) });
    await sweepUntil(ground, 'succeeded', id);
    const before = await ground.sql('SELECT * FROM execution');
    const lost = once(child, 'message');
    child.kill('SIGCONT');
    expect(await lost).toEqual(['lost', undefined]);
    await killed(child);
    expect(await ground.sql('SELECT * FROM execution')).toEqual(before);
    expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
  },
);
