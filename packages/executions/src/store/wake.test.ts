/** Waits for a place that end early, because one is free. */
import { Prisma } from '@farebox/db';
import { expect, it } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import type { ClaimedExecution } from './worker/index.ts';

const { fixture, store, worker } = await openStores();

async function claimed(maxRuntimeSeconds = 600): Promise<ClaimedExecution> {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const accepted = await store.accept(requestFor(projectId, { maxRuntimeSeconds }));
  const execution = 'execution' in accepted ? await worker.claim({ projectId, id: accepted.execution.id }) : null;
  if (execution === null) throw new Error(`it was not accepted and claimed: ${accepted.kind}`);
  return execution;
}

const WAIT = { afterSeconds: 300, counted: false, isWait: true };

interface Row {
  readonly run_at: Date | null;
  readonly max_runtime_seconds: number;
}

async function rowOf({ id }: ClaimedExecution): Promise<Row> {
  const [row] = await fixture.database.rows<Row>(
    Prisma.sql`SELECT run_at, max_runtime_seconds FROM execution WHERE id = ${id}`,
  );
  if (row === undefined) throw new Error(`no execution ${id}`);
  return row;
}

/** Moves all that has happened so far into the past. */
const pass = (seconds: number, { id }: ClaimedExecution) =>
  fixture.database.rows(Prisma.sql`
    UPDATE execution SET started_at = started_at - make_interval(secs => ${seconds}::double precision),
      run_at = run_at - make_interval(secs => ${seconds}::double precision),
      history = jsonb_set(history, '{-1,1}', to_jsonb((history -> -1 ->> 1)::bigint - (${seconds}::double precision * 1000)::bigint))
    WHERE id = ${id}`);

it('a wait that is woken is due at once, and a repeated call changes nothing', async () => {
  const leased = await claimed();
  await worker.retryLater(leased, WAIT);
  expect(await worker.claim(leased)).toBeNull();
  expect(await worker.wake([leased])).toEqual(new Set([leased.id]));
  const woken = await rowOf(leased);
  expect(await worker.wake([leased])).toEqual(new Set([leased.id]));
  expect(await rowOf(leased)).toEqual(woken);
  expect(await worker.claim(leased)).toMatchObject({ epoch: leased.epoch + 1 });
});

it('only the time that passed in a wait is no run time', async () => {
  const leased = await claimed();
  await worker.retryLater(leased, WAIT);
  await pass(100.25, leased);
  await worker.wake([leased]);
  const again = await worker.claim(leased);
  expect(again!.secondsLeft).toBeGreaterThan(580);
  expect(again!.secondsLeft).toBeLessThanOrEqual(601);
});

it('many short waits add no more to the run time than what passed in them', async () => {
  const leased = await claimed();
  let now = leased;
  for (let waits = 0; waits < 20; waits++) {
    await worker.retryLater(now, WAIT);
    await pass(0.1, now);
    await worker.wake([now]);
    now = (await worker.claim(now))!;
  }
  const [row] = await fixture.database.rows<{ passed: number }>(
    Prisma.sql`SELECT extract(epoch FROM instant() - started_at)::double precision AS passed FROM execution WHERE id = ${leased.id}`,
  );
  expect((await rowOf(leased)).max_runtime_seconds).toBeLessThanOrEqual(600 + row!.passed + 2);
});

it('a wait that began a day after the start keeps its run time', async () => {
  const leased = await claimed(100_000);
  await fixture.database.rows(
    Prisma.sql`UPDATE execution SET started_at = started_at - interval '25 hours' WHERE id = ${leased.id}`,
  );
  await worker.retryLater(leased, WAIT);
  await worker.wake([leased]);
  expect(await rowOf(leased)).toMatchObject({ max_runtime_seconds: 100_000 });
});

it.each<[string, (leased: ClaimedExecution) => Promise<unknown>]>([
  ['is claimed', async () => {}],
  ['failed an attempt', (leased) => worker.retryLater(leased, { afterSeconds: 300, counted: true })],
  [
    'was claimed and postponed since for another reason',
    async (leased) => {
      await worker.retryLater(leased, { ...WAIT, afterSeconds: 0 });
      const again = await worker.claim(leased);
      expect(await worker.retryLater(again!, { afterSeconds: 300, counted: false })).toBe(true);
    },
  ],
  [
    'has ended',
    (leased) =>
      fixture.database.rows(
        Prisma.sql`UPDATE execution SET status = 'cancelled', charged_micros = 0, billing = '[]', run_at = NULL,
          claim_token = NULL, leased_until = NULL, finished_at = instant() WHERE id = ${leased.id}`,
      ),
  ],
])('an execution that %s is not woken', async (_, change) => {
  const leased = await claimed();
  await change(leased);
  const before = await rowOf(leased);
  expect(await worker.wake([leased])).toEqual(new Set());
  expect(await rowOf(leased)).toEqual(before);
});

it('an execution whose cancel was requested stays due since then', async () => {
  const leased = await claimed();
  await worker.retryLater(leased, WAIT);
  await store.requestCancel({ projectId: leased.projectId, id: leased.id, keyLineage: 'key_one', role: 'MEMBER' });
  const before = await rowOf(leased);
  await worker.wake([leased]);
  expect(await rowOf(leased)).toEqual(before);
});
