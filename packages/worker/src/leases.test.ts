import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkerStore, createWorkerStore, leaseOf } from '@farebox/executions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from './operation.ts';
import { BALANCE, type Fixture, MINIMUM, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const noop: Operation = async () => ({ artifacts: [], units: 1 });

/** An operation that runs until it is stopped. */
const endless: Operation = async ({ signal }) => {
  await sleep(600_000, undefined, { signal });
  return { artifacts: [], units: 1 };
};

async function booksAreRight() {
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
}

const storeOf = () => createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });

/**
 * The length of a pause by the database's clock, measured before and after it was set: on any machine, the first is no
 * less, and the second no more.
 */
function pausesIn(store: WorkerStore) {
  const pauses: { readonly fromBefore: number; readonly fromAfter: number }[] = [];
  const instant = async (): Promise<string> =>
    (await fixture.sql<{ at: string }>('SELECT instant()::text AS at'))[0]!.at;
  const retryLater: typeof store.retryLater = async (...pause) => {
    const before = await instant();
    const reply = await store.retryLater(...pause);
    const [row] = await fixture.sql<{ fromBefore: number; fromAfter: number }>(
      `SELECT extract(epoch FROM run_at - '${before}')::float8 AS "fromBefore",
              extract(epoch FROM run_at - instant())::float8 AS "fromAfter" FROM execution`,
    );
    pauses.push(row!);
    return reply;
  };
  return { pauses, store: { ...store, retryLater } };
}

test('a crash is retried after a pause, and the fifth crash ends the execution without charge', async () => {
  let runs = 0;
  const { pauses, store } = pausesIn(storeOf());
  const work: Operation = async () => {
    runs++;
    throw new Error('segmentation fault');
  };
  const worker = fixture.worker({ work }, { store });
  const id = await fixture.accept([{}]);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await fixture.sql(
      `UPDATE execution SET run_at = instant() WHERE id = '${id}' AND status = 'running' AND claim_token IS NULL`,
    );
    await fixture.queue.notify('image', [{ projectId: fixture.projectId, executionId: id, epoch: attempt }]);
    await vi.waitFor(() => expect(runs).toBe(attempt), WAIT);
    await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
    if (attempt === 5) break;
    await vi.waitFor(() => expect(pauses).toHaveLength(attempt), WAIT);
    expect(pauses.at(-1)!.fromBefore).toBeGreaterThanOrEqual(2 ** attempt);
    expect(pauses.at(-1)!.fromAfter).toBeLessThanOrEqual(2 ** attempt);
  }
  expect(await fixture.get(id)).toMatchObject({
    status: 'failed',
    chargedMicros: 0,
    error: { status: 'INTERNAL', message: 'attempts_exhausted' },
  });
  expect(await fixture.balance()).toMatchObject({ available_micros: BALANCE, held_micros: 0n });
});

test('a cancel request reaches running work within two polls, and nothing is charged', async () => {
  const store = storeOf();
  let watches = 0;
  const watch: typeof store.watch = (leased) => (watches++, store.watch(leased));
  const heartbeat: typeof store.heartbeat = (leased) => (watches++, store.heartbeat(leased));
  let watchesAtStop = Infinity;
  const work: Operation = (context) => {
    context.signal.addEventListener('abort', () => void (watchesAtStop = watches));
    return endless(context);
  };
  const worker = fixture.worker({ work }, { store: { ...store, watch, heartbeat } });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(worker.running()).toBe(1), WAIT);
  const reply = await fixture.executions.requestCancel({
    projectId: fixture.projectId,
    id,
    keyLineage: 'key_one',
    role: 'MEMBER',
  });
  expect(reply.kind).toBe('requested');
  const watchesBefore = watches;
  const execution = await fixture.untilStatus(id, 'cancelled');
  expect(watchesAtStop - watchesBefore).toBeLessThanOrEqual(2);
  expect(execution).toMatchObject({
    chargedMicros: 0,
    cancelRequested: true,
    statusReason: 'cancelled_by_request',
    error: null,
  });
  await booksAreRight();
});

test('work beyond its run time is stopped and fails without charge', async () => {
  fixture.worker({ work: endless });
  const id = await fixture.accept([{}], { maxRuntimeSeconds: 1 });
  await fixture.notify(id);
  const execution = await fixture.untilStatus(id, 'failed');
  expect(execution).toMatchObject({
    chargedMicros: 0,
    error: { status: 'DEADLINE_EXCEEDED', message: 'deadline_exceeded' },
  });
});

test('long work keeps its lease, and repeated wake-ups never start it twice', async () => {
  let runs = 0;
  const leasedUntil = async (): Promise<string> =>
    (await fixture.sql<{ until: string }>('SELECT leased_until::text AS until FROM execution'))[0]!.until;
  const seen = new Set<string>();
  const slow: Operation = async () => {
    runs++;
    await vi.waitFor(async () => expect(seen.add(await leasedUntil()).size).toBeGreaterThanOrEqual(3), WAIT);
    return { artifacts: [], units: 1 };
  };
  // The clock of these workers runs five times as fast as the database's, so that they renew early even on a slow
  // machine.
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() * 5 };
  for (let workers = 0; workers < 2; workers++) fixture.worker({ work: slow }, { clock });
  const id = await fixture.accept([{}], { maxRuntimeSeconds: 3600 });
  let epoch = 0;
  const execution = await vi.waitFor(async () => {
    await fixture.queue.notify('image', [{ projectId: fixture.projectId, executionId: id, epoch: epoch++ }]);
    const found = await fixture.get(id);
    expect(found.status).toBe('succeeded');
    return found;
  }, WAIT);
  expect(execution).toMatchObject({ chargedMicros: Number(MINIMUM), steps: [{ attempt: 1 }] });
  expect(runs).toBe(1);
});

test('a claim whose response took longer than its lease counts no extra attempt: a heartbeat confirms it, then the call is sent', async () => {
  const store = storeOf();
  let passedMs = 0;
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() + passedMs };
  const claim: typeof store.claim = async (execution) => {
    const claimed = await store.claim(execution);
    await fixture.sql('UPDATE execution SET leased_until = instant()');
    passedMs += 31_000;
    return claimed;
  };
  const sent: boolean[] = [];
  const pay: Operation = async ({ external }) => {
    await external.dispatch('entry');
    sent.push(external.maySend());
    return { artifacts: [], units: 1 };
  };
  const worker = fixture.worker({ pay }, { store: { ...store, claim }, clock });
  const id = await fixture.accept([{ operation: 'pay' }]);
  await fixture.notify(id);
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({ steps: [{ attempt: 1 }] });
  expect([sent, worker.warnings]).toEqual([[true], []]);
});

test('a worker that lost its execution is stopped and writes none of its results', async () => {
  let stopped = false;
  const stubborn: Operation = async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    stopped = true;
    return { artifacts: [], units: 9 };
  };
  const worker = fixture.worker({ work: stubborn });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(worker.running()).toBe(1), WAIT);
  // Another worker claims it, as after a pause of this process beyond its lease.
  await fixture.sql(`UPDATE execution SET leased_until = now() - interval '1 second' WHERE id = '${id}'`);
  const other = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await other.claim({ projectId: fixture.projectId, id });
  expect(claimed).toMatchObject({ epoch: 2, attempts: 2 });
  await vi.waitFor(() => expect(stopped).toBe(true), WAIT);
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  expect(await fixture.sql('SELECT * FROM execution_step')).toEqual([]);
  expect(await fixture.get(id)).toMatchObject({ status: 'running', chargedMicros: null });
});

test('every write of a stale claim is refused', async () => {
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const id = await fixture.accept([{}]);
  const stale = leaseOf((await store.claim({ projectId: fixture.projectId, id }))!);
  await fixture.sql(`UPDATE execution SET leased_until = now() - interval '1 second' WHERE id = '${id}'`);
  const leased = leaseOf((await store.claim({ projectId: fixture.projectId, id }))!);
  const charge = { chargedMicros: 0n as never, billing: [] };
  const ending = { status: 'failed', statusReason: 'x', error: null, charge, steps: [], result: undefined } as const;
  expect(await store.record({ ...stale, steps: [], handOver: 'provider' })).toBe(false);
  expect(await store.finish({ ...stale, ...ending })).toBe(false);
  expect(await store.handBack([stale])).toEqual(new Set());
  expect(await store.heartbeat([stale])).toEqual(new Map());
  expect(await store.watch([stale])).toEqual(new Map());
  expect(await store.retryLater(stale, { afterSeconds: 1, counted: true })).toBe(false);
  expect(await store.finish({ ...leased, ...ending })).toBe(true);
  expect(await store.finish({ ...leased, ...ending })).toBe(false);
  await booksAreRight();
});

test('a stopped worker hands its work back uncounted, and another runs it at once', async () => {
  const first = fixture.worker({ work: endless });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(first.running()).toBe(1), WAIT);
  await first.drain({ finishMs: 50, handBackMs: 5000 });
  const [row] = await fixture.sql('SELECT attempts, leased_until, run_at <= now() AS due FROM execution');
  expect(row).toEqual({ attempts: 0, leased_until: null, due: true });
  fixture.worker({ work: noop });
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({ steps: [{ attempt: 1 }] });
});
