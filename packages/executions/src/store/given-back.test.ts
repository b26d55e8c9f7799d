/** Results are read as the worker wrote them, and a result that could not be read again is refused when it is written. */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { finishedStep, openStores } from '../testing/stores.ts';
import { leaseOf } from './worker/index.ts';

const { fixture, store, worker } = await openStores();

async function finished(...results: readonly unknown[]) {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const ids = await Promise.all(
    results.map(async (result) => {
      const accepted = await store.accept(requestFor(projectId));
      if (accepted.kind !== 'accepted') throw new Error(`accept answered ${accepted.kind}`);
      return { id: accepted.execution.id, result };
    }),
  );
  const held = await Promise.all(ids.map(async ({ id }) => leaseOf((await worker.claim({ projectId, id }))!)));
  const ends = await Promise.allSettled(
    held.map((each, index) =>
      worker.finish({
        ...each,
        status: 'succeeded',
        statusReason: null,
        error: null,
        charge: { chargedMicros: micros(60n), billing: [] },
        steps: [{ ...finishedStep(), result: results[index] }],
        result: results[index],
      }),
    ),
  );
  const read = await Promise.all(ids.map(async ({ id }) => (await store.get(projectId, id))?.output));
  return { ends, texts: read.map((output) => JSON.stringify(output?.result)) };
}

it('results of one grouped query are read as written by their executions, also missing ones', async () => {
  const results = [
    { zebra: 1, a: [{ y: 'line\nbreak', x: '"\\' }], '': ' ' },
    undefined,
    'text that names \\u0000 and is not one',
    0,
    '',
    { é: '😀\u2028', 'two words': "'); --" },
  ];
  const { ends, texts } = await finished(...results);
  expect(ends).toEqual(results.map(() => ({ status: 'fulfilled', value: true })));
  expect(texts).toEqual(results.map((result) => JSON.stringify(result)));
});

it('a NUL in a result is refused and does not affect the other results of its grouped query', async () => {
  const statuses = finished('a', 'a\u0000b', ['c']).then(({ ends }) => ends.map(({ status }) => status));
  await expect(statuses).resolves.toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a lone surrogate is replaced, whatever surrounds it', async () => {
  const { texts } = await finished({ text: 'a\ud800b😀', path: 'C:\\udir' });
  expect(texts).toEqual([JSON.stringify({ text: 'a\ufffdb😀', path: 'C:\\udir' })]);
});

it('the ledger check can parse every stored result', async () => {
  const rows = await fixture.database.rows<{ steps: number }>(Prisma.sql`
    SELECT count(*)::integer AS steps FROM execution AS e, execution_steps(e) AS s WHERE e.status = 'succeeded' AND s.status = 'succeeded'`);
  expect(rows).toEqual([{ steps: 9 }]);
});
