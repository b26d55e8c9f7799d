/** The artifact store fails while our own engines work: the execution waits, and no attempt of its input is used up. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sweepDue } from '@farebox/executions';
import { type ArtifactStore, StorageUnavailableError } from '@farebox/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ATTEMPTS_MAX } from './core/decide.ts';
import type { Operation } from './operation.ts';
import { type Fixture, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Each failure is a run of its own. A slow worker is not woken a hundred times for one. */
const LONG_WAIT = { timeout: 240_000, interval: 250 };
/** More often than crashes end an execution. */
const FAILURES_MIN = ATTEMPTS_MAX + 3;
/** The pauses between these pass in real time. */
const STORE_FAILURES_MIN = 5;

/** The fixture's store, whose calls fail while `isAway()`; `failures` counts them. */
function failingStore(isAway: () => boolean): ArtifactStore & { readonly failures: () => number } {
  let failures = 0;
  const store = fixture.artifacts;
  const fail = (): Promise<never> => {
    failures++;
    return Promise.reject(new StorageUnavailableError('answer', 'staged'));
  };
  return {
    ...store,
    failures: () => failures,
    put(key, body, meta) {
      if (!isAway()) return store.put(key, body, meta);
      if (body instanceof Readable) body.destroy();
      return fail();
    },
    read: (...read) => (isAway() ? fail() : store.read(...read)),
    stat: (key) => (isAway() ? fail() : store.stat(key)),
    ready: () => (isAway() ? fail() : store.ready()),
  };
}

const write: Operation = async ({ directory }) => {
  const path = join(directory, 'made.txt');
  await writeFile(path, 'what was made');
  return { artifacts: [{ path, mimeType: 'text/plain' }], units: 3 };
};

/** Makes pauses due at once and repeats wake-ups, as time and the keeper do; the keeper's own pauses between them are left out. */
async function sweep(): Promise<void> {
  await fixture.sql('UPDATE execution SET run_at = instant() WHERE claim_token IS NULL AND finished_at IS NULL');
  await fixture.sql(`UPDATE execution_job AS j SET notify_at = instant()
    FROM execution AS e WHERE e.project_id = j.project_id AND e.id = j.id AND e.claim_token IS NULL`);
  const due = await sweepDue(fixture.database, 100);
  await fixture.notify(...due.map(({ id }) => id));
}

const attempts = async (): Promise<unknown> => (await fixture.sql('SELECT attempts FROM execution'))[0];

test('a disk that is full waits too: no attempt of the input is used up', async () => {
  let failures = 0;
  let isFull = true;
  const lacking: Operation = (context) => {
    if (!isFull) return write(context);
    failures++;
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  fixture.worker({ work: lacking });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitUntil(async () => {
    await sweep();
    return failures > FAILURES_MIN || (await fixture.get(id)).finishedAt !== null;
  }, LONG_WAIT);
  expect(failures).toBeGreaterThan(FAILURES_MIN);
  isFull = false;
  await vi.waitFor(async () => {
    await sweep();
    expect(await fixture.sql('SELECT status, attempts FROM execution')).toEqual([{ status: 'succeeded', attempts: 1 }]);
  }, LONG_WAIT);
});

test('a finished result waits for the store, however often that fails, and is not made again', async () => {
  let [isAway, runs] = [true, 0];
  const artifacts = failingStore(() => isAway);
  const counted: Operation = (context) => {
    runs++;
    return write(context);
  };
  fixture.worker({ work: counted }, { artifacts });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(artifacts.failures()).toBeGreaterThanOrEqual(STORE_FAILURES_MIN), WAIT);
  isAway = false;
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({ chargedMicros: 21, steps: [{ attempt: 1 }] });
  expect(runs).toBe(1);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test('inputs that the store cannot give are asked for again, with growing pauses and without an attempt', async () => {
  // Away for the reader alone and from the beginning: it may ask for its input as soon as that is made.
  let isAway = true;
  const artifacts = failingStore(() => isAway);
  let made = false;
  const makes: Operation = async (context) => {
    const output = await write(context);
    made = true;
    return output;
  };
  const reads: Operation = async () => ({ artifacts: [], units: 2 });
  const worker = fixture.worker({ makes });
  fixture.worker({ reads }, { artifacts, engine: 'av' });
  const id = await fixture.accept([
    { operation: 'makes' },
    { operation: 'reads', engine: 'av', inputs: { source: { step: 0, artifact: 0 } } },
  ]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(made).toBe(true), WAIT);
  await vi.waitFor(async () => expect((await fixture.get(id)).steps[0]).toMatchObject({ status: 'succeeded' }), WAIT);
  expect(worker.running()).toBe(0);
  const pauses: number[] = [];
  for (let failures = 0; failures < FAILURES_MIN; failures = artifacts.failures()) {
    await sweep();
    await fixture.queue.notify('av', [{ projectId: fixture.projectId, executionId: id, epoch: failures }]);
    await vi.waitFor(() => expect(artifacts.failures()).toBeGreaterThan(failures), WAIT);
    pauses.push(await pauseOf());
  }
  expect(await attempts()).toEqual({ attempts: 0 });
  expect(pauses[0]).toBeLessThan(pauses.at(-1)!);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(15);
  isAway = false;
  await sweep();
  await fixture.queue.notify('av', [{ projectId: fixture.projectId, executionId: id, epoch: 1000 }]);
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({ chargedMicros: 35 });
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

/** Seconds from the end of the last claim until the execution is due, once its pause has been written. */
async function pauseOf(): Promise<number> {
  const read = () =>
    fixture.sql<{ pause: number }>(
      `SELECT round(extract(epoch FROM run_at - now()))::int AS pause FROM execution WHERE claim_token IS NULL AND run_at > now()`,
    );
  return await vi.waitFor(async () => {
    const [row] = await read();
    expect(row).toBeDefined();
    return row!.pause;
  }, WAIT);
}

test('an execution whose store is away until its deadline ends overdue, not as one that crashed', async () => {
  const artifacts = failingStore(() => true);
  fixture.worker({ work: write }, { artifacts });
  const id = await fixture.accept([{}], { maxRuntimeSeconds: 3 });
  await fixture.notify(id);
  expect(await fixture.untilStatus(id, 'failed')).toMatchObject({
    chargedMicros: 0,
    error: { status: 'DEADLINE_EXCEEDED', message: 'deadline_exceeded' },
  });
});

test('an input that a working store does not have still counts as a crash of its step', async () => {
  fixture.worker({ makes: write, reads: async () => ({ artifacts: [], units: 2 }) });
  const id = await fixture.accept([
    { operation: 'makes' },
    { operation: 'reads', engine: 'av', inputs: { source: { step: 0, artifact: 0 } } },
  ]);
  await fixture.notify(id);
  await vi.waitFor(async () => expect((await fixture.get(id)).steps[0]).toMatchObject({ status: 'succeeded' }), WAIT);
  const rows = await fixture.sql<{ object_key: string }>('SELECT object_key FROM file');
  await fixture.artifacts.remove(rows.map(({ object_key: key }) => key));
  fixture.worker({ reads: async () => ({ artifacts: [], units: 2 }) }, { engine: 'av' });
  await fixture.queue.notify('av', [{ projectId: fixture.projectId, executionId: id, epoch: 9 }]);
  await vi.waitFor(async () => expect(await attempts()).toEqual({ attempts: 1 }), WAIT);
});
