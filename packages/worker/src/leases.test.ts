import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkerStore, heldOf } from '@tollgate/executions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from './operation.ts';
import { BALANCE, type Ground, MINIMUM, WAIT, WRONG_ACCOUNTS, openGround } from './testing/ground.ts';

let ground: Ground;
beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  await ground[Symbol.asyncDispose]();
});

const noop: Operation = async () => ({ artifacts: [], units: 1 });

/** Runs until it is told to stop. */
const endless: Operation = async ({ signal }) => {
  await sleep(600_000, undefined, { signal });
  return { artifacts: [], units: 1 };
};

async function booksAreRight() {
  expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
}

/** A pause this long is left, or up to a second and a half less. */
const untilPausedFor = (seconds: number) =>
  vi.waitFor(async () => {
    const [row] = await ground.sql<{ left: number }>(
      'SELECT extract(epoch FROM run_at - now())::float8 AS left FROM execution',
    );
    expect(row!.left).toBeLessThanOrEqual(seconds);
    expect(row!.left).toBeGreaterThan(seconds - 1.5);
  }, WAIT);

test('a crash is tried again after a pause, and the fifth ends the execution without charge', async () => {
  let runs = 0;
  const worker = ground.worker({
    work: async () => {
      runs++;
      throw new Error('segmentation fault');
    },
  });
  const id = await ground.accept([{}]);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await ground.sql(
      `UPDATE execution SET run_at = now() WHERE id = '${id}' AND status = 'running' AND claim_token IS NULL`,
    );
    await ground.queue.nudge('image', [{ projectId: ground.projectId, executionId: id, epoch: attempt }]);
    await vi.waitFor(() => expect(runs).toBe(attempt), WAIT);
    await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
    if (attempt < 5) await untilPausedFor(2 ** attempt);
  }
  expect(await ground.get(id)).toMatchObject({
    status: 'failed',
    chargedMicros: 0,
    error: { status: 'INTERNAL', message: 'attempts_exhausted' },
  });
  expect(await ground.balance()).toMatchObject({ available_micros: BALANCE, held_micros: 0n });
});

test('a cancel request reaches running work within two seconds, and nothing is charged', async () => {
  const worker = ground.worker({ work: endless });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  await vi.waitFor(() => expect(worker.running()).toBe(1), WAIT);
  const askedMs = performance.now();
  const answer = await ground.executions.requestCancel({
    projectId: ground.projectId,
    id,
    keyLineage: 'key_one',
    role: 'MEMBER',
  });
  expect(answer.kind).toBe('requested');
  const execution = await ground.untilStatus(id, 'cancelled');
  expect(performance.now() - askedMs).toBeLessThan(2500);
  expect(execution).toMatchObject({
    chargedMicros: 0,
    cancelRequested: true,
    statusReason: 'cancelled_by_request',
    error: null,
  });
  await booksAreRight();
});

test('work beyond its run time is stopped and fails without charge', async () => {
  ground.worker({ work: endless });
  const id = await ground.accept([{}], { maxRuntimeSeconds: 1 });
  await ground.nudge(id);
  const execution = await ground.untilStatus(id, 'failed');
  expect(execution).toMatchObject({
    chargedMicros: 0,
    error: { status: 'DEADLINE_EXCEEDED', message: 'deadline_exceeded' },
  });
});

test('long work keeps its lease, and repeated looks never start it twice', async () => {
  let runs = 0;
  const slow: Operation = async ({ signal }) => {
    runs++;
    await sleep(3500, undefined, { signal });
    return { artifacts: [], units: 1 };
  };
  for (let workers = 0; workers < 2; workers++) ground.worker({ work: slow }, { leaseSeconds: 2 });
  const id = await ground.accept([{}]);
  let epoch = 0;
  const execution = await vi.waitFor(async () => {
    await ground.queue.nudge('image', [{ projectId: ground.projectId, executionId: id, epoch: epoch++ }]);
    const found = await ground.get(id);
    expect(found.status).toBe('succeeded');
    return found;
  }, WAIT);
  expect(execution).toMatchObject({ chargedMicros: Number(MINIMUM), steps: [{ attempt: 1 }] });
  expect(runs).toBe(1);
});

test('whoever lost an execution is told to stop and writes nothing, whatever it made', async () => {
  let stopped = false;
  const stubborn: Operation = async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    stopped = true;
    return { artifacts: [], units: 9 };
  };
  const worker = ground.worker({ work: stubborn });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  await vi.waitFor(() => expect(worker.running()).toBe(1), WAIT);
  // Somebody else claims it, as after a pause of this process past its lease.
  await ground.sql(`UPDATE execution SET leased_until = now() - interval '1 second' WHERE id = '${id}'`);
  const other = createWorkerStore(ground.database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await other.claim({ projectId: ground.projectId, id });
  expect(claimed).toMatchObject({ epoch: 2, attempts: 2 });
  await vi.waitFor(() => expect(stopped).toBe(true), WAIT);
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  expect(await ground.sql('SELECT * FROM execution_step')).toEqual([]);
  expect(await ground.get(id)).toMatchObject({ status: 'running', chargedMicros: null });
});

test('every write of a stale claim is refused', async () => {
  const store = createWorkerStore(ground.database, { engine: 'image', leaseSeconds: 30 });
  const id = await ground.accept([{}]);
  const stale = heldOf((await store.claim({ projectId: ground.projectId, id }))!);
  await ground.sql(`UPDATE execution SET leased_until = now() - interval '1 second' WHERE id = '${id}'`);
  const held = heldOf((await store.claim({ projectId: ground.projectId, id }))!);
  const charge = { chargedMicros: 0n as never, billing: [] };
  const ending = { status: 'failed', statusReason: 'x', error: null, charge, steps: [], result: undefined } as const;
  expect(await store.record({ ...stale, steps: [], handOver: 'av' })).toBe(false);
  expect(await store.finish({ ...stale, ...ending })).toBe(false);
  expect(await store.handBack([stale])).toEqual(new Set());
  expect(await store.heartbeat([stale])).toEqual(new Map());
  expect(await store.watch([stale])).toEqual(new Map());
  expect(await store.retryLater(stale, { afterSeconds: 1, counted: true })).toBe(false);
  expect(await store.finish({ ...held, ...ending })).toBe(true);
  expect(await store.finish({ ...held, ...ending })).toBe(false);
  await booksAreRight();
});

test('a worker that is stopped hands its work back uncounted, and another does it at once', async () => {
  const first = ground.worker({ work: endless });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  await vi.waitFor(() => expect(first.running()).toBe(1), WAIT);
  await first.drain({ finishMs: 50, handBackMs: 5000 });
  const [row] = await ground.sql('SELECT attempts, leased_until, run_at <= now() AS due FROM execution');
  expect(row).toEqual({ attempts: 0, leased_until: null, due: true });
  ground.worker({ work: noop });
  expect(await ground.untilStatus(id, 'succeeded')).toMatchObject({ steps: [{ attempt: 1 }] });
});
