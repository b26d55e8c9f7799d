import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkerStore } from '@farebox/executions';
import type { Engine } from '@farebox/kernel';
import { type WakeUp, createRedisQueue } from '@farebox/queue';
import { createDiskStore } from '@farebox/storage';
import { startRedis } from '@farebox/testing';
import { runWorker } from '@farebox/worker';
import { expect, test, vi } from 'vitest';
import { sweep } from './sweep.ts';
import { openProjectFixture } from '@farebox/executions/testing';

const silent = { warn: () => {} };

/** Records notifications instead of sending them. */
function recorder() {
  const notified: (WakeUp & { readonly engine: Engine })[] = [];
  const notify = async (engine: Engine, wakeUps: readonly WakeUp[]): Promise<number> => {
    notified.push(...wakeUps.map((wakeUp) => ({ ...wakeUp, engine })));
    return wakeUps.length;
  };
  return { notified, notify };
}

const DUE = `WITH soon AS (UPDATE execution_job SET notify_at = '-infinity') UPDATE execution SET run_at = now() - interval '1 second'`;

test('a due execution is notified once to its engine, and again only after a pause', async () => {
  await using fixture = await openProjectFixture();
  const ids = [await fixture.accept(), await fixture.accept()];
  const queue = recorder();
  expect(await sweep(fixture.database, queue)).toBe(0);
  await fixture.sql(DUE);
  expect(await sweep(fixture.database, queue)).toBe(2);
  expect(await sweep(fixture.database, queue)).toBe(0);
  expect(queue.notified.map(({ executionId }) => executionId).sort()).toEqual([...ids].sort());
  expect(queue.notified.every(({ engine, epoch }) => engine === 'image' && epoch === 0)).toBe(true);
});

test('any number of keepers at once notify each due execution once', async () => {
  await using fixture = await openProjectFixture();
  await Promise.all(Array.from({ length: 500 }, () => fixture.accept()));
  await fixture.sql(DUE);
  const queue = recorder();
  await Promise.all(Array.from({ length: 4 }, () => sweep(fixture.database, queue)));
  await sweep(fixture.database, queue);
  expect(queue.notified).toHaveLength(500);
  expect(new Set(queue.notified.map(({ executionId }) => executionId)).size).toBe(500);
});

test('every accepted execution ends once, although Redis is emptied, then stopped and restarted', async ({ skip }) => {
  const redis = await startRedis();
  if (redis === null) return skip('redis-server is not installed');
  await using fixture = await openProjectFixture();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-keeper-test-'));
  const queue = createRedisQueue({ url: redis.url, logger: silent, timeoutMs: 500 });
  const ids = await Promise.all(Array.from({ length: 50 }, () => fixture.accept()));
  await queue.notify(
    'image',
    ids.map((executionId) => ({ projectId: fixture.projectId, executionId, epoch: 0 })),
  );
  await flush(redis.url);
  process.kill(redis.pid, 'SIGSTOP');
  await fixture.sql(DUE);
  expect(await sweep(fixture.database, queue)).toBe(50);
  process.kill(redis.pid, 'SIGCONT');

  const lease = { engine: 'image', leaseSeconds: 30 } as const;
  const worker = runWorker({
    ...lease,
    operations: { work: async () => ({ artifacts: [], units: 1 }) },
    queue,
    store: createWorkerStore(fixture.database, lease),
    artifacts: createDiskStore({ directory }),
    logger: silent,
    concurrency: 8,
  });
  await vi.waitFor(
    async () => {
      await fixture.sql(`${DUE} WHERE finished_at IS NULL AND claim_token IS NULL`);
      await sweep(fixture.database, queue);
      expect(await fixture.statuses()).toEqual(['succeeded']);
    },
    { timeout: 40_000, interval: 500 },
  );
  expect(await fixture.sql('SELECT spent_micros::int, held_micros::int FROM ledger_account')).toEqual([
    { spent_micros: 500, held_micros: 0 },
  ]);
  await worker.drain({ finishMs: 2000, handBackMs: 1000 });
  await queue.close();
  await redis.stop();
  await rm(directory, { recursive: true });
});

async function flush(url: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.write('FLUSHALL\r\n');
  expect(String((await once(socket, 'data'))[0])).toBe('+OK\r\n');
  socket.destroy();
}
