/** A review whose time is over while the answer to its paid call is stored: no worker has come for it yet, and none of it is lost. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkerStore, heldOf } from '@tollgate/executions';
import { createPostgresQueue, preparePostgresQueue } from '@tollgate/queue';
import { StorageUnavailableError } from '@tollgate/storage';
import { answerKey } from '@tollgate/files';
import { runWorker } from '@tollgate/worker';
import { expect, test, vi } from 'vitest';
import { endOverdue } from './overdue.ts';
import { sweep } from './sweep.ts';
import { type Ground, openGround } from './testing/ground.ts';

const LEASE = { engine: 'image', leaseSeconds: 30 } as const;
const WAIT = { timeout: 25_000, interval: 250 };
const LONG = { timeout: 60_000 };
const OVER = `UPDATE execution SET resolve_by = now(), review_at = now()`;

type Changes = Pick<Parameters<typeof runWorker>[0], 'operations'> & { readonly records?: false };

/** A worker that works for as long as `until` takes; one that cannot record is cut off from the database once it has paid. */
async function withWorker(ground: Ground, { operations, records }: Changes, until: () => Promise<void>): Promise<void> {
  const { artifacts, logger, directory: scratch } = ground;
  await preparePostgresQueue(ground.url);
  const queue = createPostgresQueue({ databaseUrl: ground.url, logger });
  const found = createWorkerStore(ground.database, LEASE);
  const store = records === false ? { ...found, finish: async () => false } : found;
  const worker = runWorker({ ...LEASE, operations, queue, store, artifacts, logger, scratch, concurrency: 1 });
  try {
    await vi.waitFor(async () => {
      await ground.sql(
        `UPDATE execution SET notify_at = NULL, run_at = now() WHERE claim_token IS NULL AND finished_at IS NULL`,
      );
      await sweep(ground.database, queue);
      await until();
    }, WAIT);
  } finally {
    await worker.drain({ finishMs: 2000, handBackMs: 1000 });
    await queue.close();
  }
}

const keyOf = (ground: Ground, id: string) => answerKey({ projectId: ground.projectId, executionId: id, step: 0 });

/** Its worker died with the answer stored and not recorded; whoever looked since then could not reach the store. */
async function answered(ground: Ground): Promise<string> {
  const id = await ground.accept();
  const operations: Changes['operations'] = {
    work: async ({ external }) => {
      await external.dispatch();
      return { artifacts: [], units: 3 };
    },
  };
  await withWorker(ground, { operations, records: false }, async () => {
    expect(await ground.artifacts.stat(keyOf(ground, id))).not.toBeNull();
  });
  await ground.sql(`UPDATE execution SET leased_until = now()`);
  const store = createWorkerStore(ground.database, LEASE);
  const held = heldOf((await store.claim({ projectId: ground.projectId, id }))!);
  const times = { backoffSeconds: 3600, resolveSeconds: 72 * 3600 };
  expect(await store.review({ ...held, step: 0, reason: 'no_answer' }, times)).toBe(true);
  await ground.sql(OVER);
  return id;
}

const state = (ground: Ground) => ground.sql('SELECT status, charged_micros, claim_token FROM execution');
const WAITS = [{ status: 'needs_review', charged_micros: null, claim_token: null }];

test(
  'is kept for a worker, which takes the answer without asking or sending, and the customer is charged for it',
  LONG,
  async () => {
    await using ground = await openGround();
    const id = await answered(ground);
    ground.warnings.splice(0);
    expect(await endOverdue(ground.database, ground)).toBe(0);
    expect(await endOverdue(ground.database, ground)).toBe(0);
    expect(await state(ground)).toEqual(WAITS);
    expect(ground.warnings).toEqual([1, 1].map((count) => ({ count, executionIds: [id] })));
    const work = vi.fn<Changes['operations'][string]>();
    await withWorker(ground, { operations: { work } }, async () => {
      expect(await state(ground)).toMatchObject([{ status: 'succeeded', charged_micros: 21n }]);
    });
    expect(work).not.toHaveBeenCalled();
  },
);

test('waits while the store cannot tell, and ends where it says that there is none', LONG, async () => {
  await using ground = await openGround();
  const id = await answered(ground);
  const other = await ground.accept({ cancelAfterSeconds: 1 });
  const objects = join(ground.directory, 'objects');
  await rename(objects, `${objects}-away`);
  await writeFile(objects, 'no folder');
  const isCancelled = async () => {
    await expect(endOverdue(ground.database, ground)).rejects.toThrow(StorageUnavailableError);
    const [row] = await ground.sql(`SELECT status FROM execution WHERE id = '${other}'`);
    expect(row).toEqual({ status: 'cancelled' }); // what asks for no evidence does not wait
  };
  await vi.waitFor(isCancelled, WAIT);
  expect((await state(ground)).filter(({ status }) => status !== 'cancelled')).toEqual(WAITS);
  await rename(objects, `${objects}-file`);
  await rename(`${objects}-away`, objects);
  expect(await endOverdue(ground.database, ground)).toBe(0);
  await ground.artifacts.remove([keyOf(ground, id)]);
  expect(await endOverdue(ground.database, ground)).toBe(1);
  expect(await ground.sql(`SELECT status_reason FROM execution WHERE id = '${id}'`)).toEqual([
    { status_reason: 'outcome_unknown' },
  ]);
});

test('what no worker could take is no answer', LONG, async () => {
  await using ground = await openGround();
  const id = await answered(ground);
  const torn = Buffer.from('{"version":');
  await ground.artifacts.put(keyOf(ground, id), torn, { mimeType: 'application/json', sizeBytes: torn.length });
  expect(await endOverdue(ground.database, ground)).toBe(1);
});
