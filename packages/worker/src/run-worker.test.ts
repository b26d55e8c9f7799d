import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkerStore } from '@tollgate/executions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Operation, OperationFailure } from './operation.ts';
import { BALANCE, type Ground, MAXIMUM, MINIMUM, WRONG_ACCOUNTS, openGround } from './testing/ground.ts';

let ground: Ground;
beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  await ground[Symbol.asyncDispose]();
});

const WAIT = { timeout: 15_000, interval: 20 };
const noop: Operation = async () => ({ artifacts: [], units: 1 });
/** Runs until it is told to stop. */
const endless: Operation = async ({ signal }) => {
  await sleep(600_000, undefined, { signal });
  return { artifacts: [], units: 1 };
};

const get = async (id: string) => (await ground.executions.get(ground.projectId, id))!;
const untilStatus = (id: string, status: string) =>
  vi.waitFor(async () => {
    const execution = await get(id);
    expect(execution.status).toBe(status);
    return execution;
  }, WAIT);
/** A lease this long is left, or up to a second and a half less. */
const untilPausedFor = (seconds: number) =>
  vi.waitFor(async () => {
    const [row] = await ground.sql<{ left: number }>('SELECT extract(epoch FROM lease_until - now())::float8 AS left FROM execution');
    expect(row!.left).toBeLessThanOrEqual(seconds);
    expect(row!.left).toBeGreaterThan(seconds - 1.5);
  }, WAIT);
const balance = async () => (await ground.sql<Record<string, bigint>>('SELECT * FROM ledger_account'))[0]!;

async function booksAreRight() {
  expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
}

test('a success is charged for what was measured, once, and the rest of the hold returns', async () => {
  ground.worker({ work: async () => ({ artifacts: [], units: 5, result: { answer: 42 } }) });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  const execution = await untilStatus(id, 'succeeded');
  expect(execution).toMatchObject({ chargedMicros: 35, statusReason: null, error: null, output: { result: { answer: 42 } } });
  expect(execution.billing).toEqual([{ step: 0, description: 'Work', unit: 'unit', quantity: 5, amountMicros: 35 }]);
  expect(execution.steps).toMatchObject([{ status: 'succeeded', attempt: 1, chargedMicros: 35 }]);
  expect(await balance()).toMatchObject({ available_micros: BALANCE - 35n, held_micros: 0n, spent_micros: 35n });
  await booksAreRight();
});

test('the minimum is charged for a success that measured less, the hold for one that measured more', async () => {
  ground.worker({ work: async ({ parameters }) => ({ artifacts: [], units: parameters['units'] as number }) });
  const [little, much] = [await ground.accept([{ parameters: { units: 1 } }]), await ground.accept([{ parameters: { units: 1000 } }])];
  await ground.nudge(little, much);
  expect((await untilStatus(little, 'succeeded')).chargedMicros).toBe(Number(MINIMUM));
  expect((await untilStatus(much, 'succeeded')).chargedMicros).toBe(Number(MAXIMUM));
  await booksAreRight();
});

test('steps run in order, an artifact feeds a later step, and only stored and verified bytes become files', async () => {
  const write: Operation = async (context) => {
    const path = join(context.directory, 'made.bin');
    await writeFile(path, 'what was made');
    return { artifacts: [{ path, mimeType: 'application/octet-stream', width: 3, height: 2 }], units: 2 };
  };
  const seen: unknown[] = [];
  const look: Operation = async ({ inputs }) => {
    seen.push(inputs['source']);
    return { artifacts: [], units: 3, result: 'seen' };
  };
  ground.worker({ write, look });
  const id = await ground.accept([{ operation: 'write' }, { operation: 'look', inputs: { source: { step: 0, artifact: 0 } } }]);
  await ground.nudge(id);
  const execution = await untilStatus(id, 'succeeded');
  const [file] = execution.output.artifacts;
  expect(seen).toMatchObject([{ fileId: file!.id, mimeType: 'application/octet-stream', sizeBytes: 13, width: 3, height: 2 }]);
  expect(execution).toMatchObject({ chargedMicros: 35, output: { result: 'seen' }, steps: [{ status: 'succeeded' }, { status: 'succeeded' }] });
  const [{ object_key: key } = { object_key: '' }] = await ground.sql<{ object_key: string }>('SELECT object_key FROM file');
  expect(key).toBe(`projects/${ground.projectId}/executions/${id}/0-0-${file!.sha256}`);
  expect(await ground.artifacts.stat(key)).toEqual({ sizeBytes: 13 });
  expect((await readdir(ground.directory)).filter((name) => name.startsWith('tollgate-run-'))).toEqual([]);
});

test('a failure for good ends the execution without charge and says the reason', async () => {
  ground.worker({
    work: () => {
      throw new OperationFailure('not_an_image');
    },
  });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  const execution = await untilStatus(id, 'failed');
  expect(execution).toMatchObject({ chargedMicros: 0, statusReason: 'not_an_image', billing: [] });
  expect(execution.error).toEqual({ status: 'INVALID_ARGUMENT', message: 'not_an_image' });
  expect(execution.steps).toMatchObject([{ status: 'failed', attempt: 1 }]);
  expect(await balance()).toMatchObject({ available_micros: BALANCE, spent_micros: 0n });
  await booksAreRight();
});

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
    await ground.sql(`UPDATE execution SET lease_until = now() WHERE id = '${id}' AND status = 'running'`);
    await ground.queue.nudge('image', [{ executionId: id, epoch: attempt }]);
    await vi.waitFor(() => expect(runs).toBe(attempt), WAIT);
    await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
    if (attempt < 5) await untilPausedFor(2 ** attempt);
  }
  expect(await get(id)).toMatchObject({ status: 'failed', chargedMicros: 0, error: { status: 'INTERNAL', message: 'attempts_exhausted' } });
  expect(await balance()).toMatchObject({ available_micros: BALANCE, held_micros: 0n });
});

test('what the database cannot hold is a crash of the step that made it, and takes no neighbour with it', async () => {
  const worker = ground.worker({
    bad: async () => ({ artifacts: [], units: 1, result: 'a\u0000b' }),
    work: noop,
  });
  const bad = await ground.accept([{ operation: 'bad' }]);
  const good = await Promise.all(Array.from({ length: 7 }, () => ground.accept([{}])));
  await ground.nudge(bad, ...good);
  for (const id of good) await untilStatus(id, 'succeeded');
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  expect(await get(bad)).toMatchObject({ status: 'running', chargedMicros: null });
  await booksAreRight();
});

test('a cancel request reaches running work within two seconds, and nothing is charged', async () => {
  const worker = ground.worker({ work: endless });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  await vi.waitFor(() => expect(worker.running()).toBe(1), WAIT);
  const askedMs = performance.now();
  const answer = await ground.executions.requestCancel({ projectId: ground.projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  expect(answer.kind).toBe('requested');
  const execution = await untilStatus(id, 'cancelled');
  expect(performance.now() - askedMs).toBeLessThan(2500);
  expect(execution).toMatchObject({ chargedMicros: 0, cancelRequested: true, statusReason: 'cancelled_by_request', error: null });
  await booksAreRight();
});

test('work beyond its run time is stopped and fails without charge', async () => {
  ground.worker({ work: endless });
  const id = await ground.accept([{}], { maxRuntimeSeconds: 1 });
  await ground.nudge(id);
  const execution = await untilStatus(id, 'failed');
  expect(execution).toMatchObject({ chargedMicros: 0, error: { status: 'DEADLINE_EXCEEDED', message: 'deadline_exceeded' } });
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
    await ground.queue.nudge('image', [{ executionId: id, epoch: epoch++ }]);
    const found = await get(id);
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
  await ground.sql(`UPDATE execution SET lease_until = now() - interval '1 second' WHERE id = '${id}'`);
  const other = createWorkerStore(ground.database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await other.claim(id);
  expect(claimed).toMatchObject({ epoch: 2, attempts: 2 });
  await vi.waitFor(() => expect(stopped).toBe(true), WAIT);
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  expect(await ground.sql('SELECT * FROM execution_step')).toEqual([]);
  expect(await get(id)).toMatchObject({ status: 'running', chargedMicros: null });
});

test('every write of a stale epoch is refused', async () => {
  const store = createWorkerStore(ground.database, { engine: 'image', leaseSeconds: 30 });
  const id = await ground.accept([{}]);
  await store.claim(id);
  await ground.sql(`UPDATE execution SET lease_until = now() - interval '1 second' WHERE id = '${id}'`);
  await store.claim(id);
  const stale = { id, epoch: 1 };
  const charge = { chargedMicros: 0n as never, billing: [] };
  const ending = { status: 'failed', statusReason: 'x', error: null, charge, steps: [], result: undefined } as const;
  expect(await store.record({ ...stale, steps: [], handOver: 'av' })).toBe(false);
  expect(await store.finish({ ...stale, ...ending })).toBe(false);
  expect(await store.handBack([stale])).toEqual(new Set());
  expect(await store.heartbeat([stale])).toEqual(new Map());
  expect(await store.watch([stale])).toEqual(new Map());
  expect(await store.retryLater(stale, 1)).toBe(false);
  expect(await store.finish({ ...stale, epoch: 2, ...ending })).toBe(true);
  expect(await store.finish({ ...stale, epoch: 2, ...ending })).toBe(false);
  await booksAreRight();
});

test('a step of another engine is left to its queue, in the same transaction as what is done', async () => {
  ground.worker({ work: noop });
  const id = await ground.accept([{}, { engine: 'av', operation: 'cut' }]);
  await ground.nudge(id);
  await vi.waitFor(async () => expect((await get(id)).steps[0]).toMatchObject({ status: 'succeeded' }), WAIT);
  const [row] = await ground.sql('SELECT engine, lease_until, attempts FROM execution');
  expect(row).toEqual({ engine: 'av', lease_until: null, attempts: 0 });
  ground.worker({ cut: noop }, { engine: 'av' });
  expect(await untilStatus(id, 'succeeded')).toMatchObject({ chargedMicros: 14, billing: [{ step: 0 }, { step: 1 }] });
});

test('a worker that is stopped hands its work back uncounted, and another does it at once', async () => {
  const first = ground.worker({ work: endless });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  await vi.waitFor(() => expect(first.running()).toBe(1), WAIT);
  await first.drain({ finishMs: 50, handBackMs: 5000 });
  const [row] = await ground.sql('SELECT attempts, lease_until, dispatch_at <= now() AS due FROM execution');
  expect(row).toEqual({ attempts: 0, lease_until: null, due: true });
  ground.worker({ work: noop });
  expect(await untilStatus(id, 'succeeded')).toMatchObject({ steps: [{ attempt: 1 }] });
});

test('two workers and every look twice: 200 executions, 200 runs, 200 charges', async () => {
  let runs = 0;
  const counted: Operation = async () => {
    runs++;
    return { artifacts: [], units: 1 };
  };
  for (let workers = 0; workers < 2; workers++) ground.worker({ work: counted }, { concurrency: 32 });
  const ids = await Promise.all(Array.from({ length: 200 }, () => ground.accept([{}])));
  await ground.nudge(...ids);
  await ground.queue.nudge('image', ids.map((executionId) => ({ executionId, epoch: 1 })));
  await vi.waitFor(async () => {
    const [row] = await ground.sql<{ count: number }>(`SELECT count(*)::int FROM execution WHERE status = 'succeeded'`);
    expect(row!.count).toBe(200);
  }, WAIT);
  expect(runs).toBe(200);
  expect(await balance()).toMatchObject({ held_micros: 0n, spent_micros: 200n * MINIMUM, available_micros: BALANCE - 200n * MINIMUM });
  const [kinds] = await ground.sql(
    `SELECT count(*) FILTER (WHERE kind = 'settle')::int AS settles, count(DISTINCT execution_id)::int AS executions FROM ledger_transfer`,
  );
  expect(kinds).toEqual({ settles: 200, executions: 200 });
  expect(await ground.sql('SELECT settled_requests::int, charged_micros::int FROM usage_month')).toEqual([
    { settled_requests: 200, charged_micros: 2000 },
  ]);
  await booksAreRight();
});
