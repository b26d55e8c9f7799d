/** Typical durations in the catalog: every success counts once, per model and environment; twenty successes are required. */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { finishedStep, openStores } from '../testing/stores.ts';
import { readDurations } from './durations.ts';

const { fixture, store, worker } = await openStores();
const { database } = fixture;
const checkLedger = () => database.rows(Prisma.sql`SELECT * FROM ledger_check_tick(1000, 1000, '0 s')`);
const CHARGE = { chargedMicros: micros(10n), billing: [] };

async function succeed(projectId: string, model: string | null): Promise<void> {
  const accepted = await store.accept(requestFor(projectId, { tool: 'image-convert', model }));
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
  const claimed = await worker.claim({ projectId, id: accepted.execution.id });
  const ending = {
    status: 'succeeded',
    statusReason: null,
    error: null,
    charge: CHARGE,
    steps: [finishedStep()],
  } as const;
  expect(await worker.finish({ ...claimed!, ...ending, result: undefined })).toBe(true);
}

const runs = async (): Promise<unknown[]> =>
  database.rows(
    Prisma.sql`SELECT tool, model, environment, sum(runs)::integer AS runs FROM tool_duration GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );

test('every success is counted once, however often the ledger check runs', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  for (let n = 0; n < 19; n++) await succeed(projectId, 'webp');
  await checkLedger();
  await checkLedger();
  expect(await runs()).toEqual([{ tool: 'image-convert', model: 'webp', environment: 'live', runs: 19 }]);
  expect((await readDurations(database, 'live'))('image-convert', 'webp')).toBeNull();

  await succeed(projectId, 'webp');
  await succeed(projectId, null);
  await checkLedger();
  const durations = await readDurations(database, 'live');
  const measured = durations('image-convert', 'webp');
  expect(measured?.p50).toBeGreaterThan(0);
  expect(measured?.p95).toBeGreaterThanOrEqual(measured?.p50 ?? Infinity);
  expect(durations('image-convert', null)).toBeNull();
  expect((await readDurations(database, 'test'))('image-convert', 'webp')).toBeNull();
});

test('half of the runs of 30 days took at most p50, 95 of 100 at most p95', async () => {
  const put = async (tool: string, [seconds, count]: readonly [number, number], daysAgo = 0): Promise<void> =>
    void (await database.rows(Prisma.sql`
      INSERT INTO tool_duration (tool, model, environment, day, bucket, runs)
        VALUES (${tool}, '', 'live', (instant() AT TIME ZONE 'UTC')::date - ${daysAgo}::integer,
                tool_duration_bucket(make_interval(secs => ${seconds}::double precision)), ${count}::bigint) RETURNING tool`));
  await put('mixed', [1, 60]);
  await put('mixed', [4, 35]);
  await put('mixed', [200, 5]);
  await put('old', [1, 500], 30);
  await put('at-once', [0, 20]);
  const durations = await readDurations(database, 'live');
  const { p50, p95 } = durations('mixed', null) ?? { p50: 0, p95: 0 };
  expect(Math.abs(p50 - 1)).toBeLessThan(0.1);
  expect(Math.abs(p95 / 4 - 1)).toBeLessThan(0.1);
  expect(durations('old', null)).toBeNull();
  expect(durations('at-once', null)?.p95).toBeLessThan(0.01);
});
