/** Reviews past their deadline whose provider response is stored, but not recorded by any worker: the response is used. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkerStore, leaseOf } from '@farebox/executions';
import { createPostgresQueue, preparePostgresQueue } from '@farebox/queue';
import { StorageUnavailableError } from '@farebox/storage';
import { callResultKey } from '@farebox/files';
import { runWorker } from '@farebox/worker';
import { expect, test, vi } from 'vitest';
import { endOverdue } from './overdue.ts';
import { sweep } from './sweep.ts';
import { type ProjectFixture, openProjectFixture, stepOf } from '@farebox/executions/testing';

const LEASE = { engine: 'image', leaseSeconds: 30 } as const;
const WAIT = { timeout: 30_000, interval: 250 };
const OVER = `UPDATE execution SET resolve_by = instant(), review_at = instant()`;

type Changes = Pick<Parameters<typeof runWorker>[0], 'operations'> & { readonly records?: false };

/** Runs a worker until `until` passes; one without `records` loses the database after the provider call. */
async function withWorker(
  fixture: ProjectFixture,
  { operations, records }: Changes,
  until: () => Promise<void>,
): Promise<void> {
  const { artifacts, logger, directory: scratch } = fixture;
  await preparePostgresQueue(fixture.url);
  const queue = createPostgresQueue({ databaseUrl: fixture.url, logger });
  const found = createWorkerStore(fixture.database, LEASE);
  const store = records === false ? { ...found, finish: async () => false, record: async () => false } : found;
  const worker = runWorker({ ...LEASE, operations, queue, store, artifacts, logger, scratch, concurrency: 1 });
  try {
    await vi.waitFor(async () => {
      await fixture.sql(
        `WITH soon AS (UPDATE execution_job SET notify_at = '-infinity') UPDATE execution SET run_at = instant() WHERE claim_token IS NULL AND finished_at IS NULL`,
      );
      await sweep(fixture.database, queue);
      await until();
    }, WAIT);
  } finally {
    await worker.drain({ finishMs: 2000, handBackMs: 1000 });
    await queue.close();
  }
}

const keyOf = (fixture: ProjectFixture, id: string) =>
  callResultKey({ projectId: fixture.projectId, executionId: id, step: 0 });

/** Creates a review whose worker died after storing the response; later workers could not reach the store. */
async function remembered(fixture: ProjectFixture, { steps = 1, result = 'paid' } = {}): Promise<string> {
  const id = await fixture.accept({ plan: Array.from({ length: steps }, () => stepOf('image')) });
  const operations: Changes['operations'] = {
    work: async ({ external }) => {
      await external.dispatch('entry');
      return { artifacts: [], units: 3, result };
    },
  };
  await withWorker(fixture, { operations, records: false }, async () => {
    expect(await fixture.artifacts.stat(keyOf(fixture, id))).not.toBeNull();
  });
  await fixture.sql(`UPDATE execution SET leased_until = instant()`);
  const store = createWorkerStore(fixture.database, LEASE);
  const leased = leaseOf((await store.claim({ projectId: fixture.projectId, id }))!);
  const times = { backoffSeconds: 3600, resolveSeconds: 72 * 3600 };
  expect(await store.review({ ...leased, step: 0, reason: 'no_answer' }, times)).toBe(true);
  await fixture.sql(OVER);
  return id;
}

const state = (fixture: ProjectFixture) => fixture.sql('SELECT status, charged_micros, claim_token FROM execution');
const WAITS = [{ status: 'needs_review', charged_micros: null, claim_token: null }];

test('a review ends with the stored response without a worker, and the customer is charged for it', async () => {
  await using fixture = await openProjectFixture();
  const id = await remembered(fixture);
  fixture.warnings.splice(0);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await endOverdue(fixture.database, fixture)).toBe(0);
  expect(await state(fixture)).toEqual([{ status: 'succeeded', charged_micros: 21n, claim_token: null }]);
  expect(await fixture.sql('SELECT result FROM execution')).toEqual([{ result: 'paid' }]);
  expect(fixture.warnings).toEqual([{ count: 1, executionIds: [id] }]);
  expect(await fixture.artifacts.stat(keyOf(fixture, id))).toBeNull();
});

test('after the stored response an execution continues with its next steps, which a worker runs', async () => {
  await using fixture = await openProjectFixture();
  await remembered(fixture, { steps: 2 });
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await state(fixture)).toEqual([{ status: 'running', charged_micros: null, claim_token: null }]);
  let runs = 0;
  const work: Changes['operations'][string] = async () => {
    runs++;
    return { artifacts: [], units: 2 };
  };
  await withWorker(fixture, { operations: { work } }, async () => {
    expect(await state(fixture)).toMatchObject([{ status: 'succeeded', charged_micros: 35n }]);
  });
  expect(runs).toBe(1);
});

test('a review ends in the customer’s favour if the database cannot store its response', async () => {
  await using fixture = await openProjectFixture();
  await remembered(fixture, { result: 'a\u0000b' });
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await state(fixture)).toMatchObject([{ status: 'failed', charged_micros: 0n }]);
});

test('a review waits while the store is unreachable, and ends once the store has no response', async () => {
  await using fixture = await openProjectFixture();
  const id = await remembered(fixture);
  const other = await fixture.accept({ cancelAfterSeconds: 1 });
  const objects = join(fixture.directory, 'objects');
  await rename(objects, `${objects}-away`);
  await writeFile(objects, 'no folder');
  const isCancelled = async () => {
    await expect(endOverdue(fixture.database, fixture)).rejects.toThrow(StorageUnavailableError);
    const [row] = await fixture.sql(`SELECT status FROM execution WHERE id = '${other}'`);
    expect(row).toEqual({ status: 'cancelled' }); // an execution that needs no evidence does not wait
  };
  await vi.waitFor(isCancelled, WAIT);
  expect((await state(fixture)).filter(({ status }) => status !== 'cancelled')).toEqual(WAITS);
  await rename(objects, `${objects}-file`);
  await rename(`${objects}-away`, objects);
  await fixture.artifacts.remove([keyOf(fixture, id)]);
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
  expect(await fixture.sql(`SELECT status_reason FROM execution WHERE id = '${id}'`)).toEqual([
    { status_reason: 'outcome_unknown' },
  ]);
});

test('a corrupt stored response counts as none', async () => {
  await using fixture = await openProjectFixture();
  const id = await remembered(fixture);
  const torn = Buffer.from('{"version":');
  await fixture.artifacts.put(keyOf(fixture, id), torn, { mimeType: 'application/json', sizeBytes: torn.length });
  expect(await endOverdue(fixture.database, fixture)).toBe(1);
});
