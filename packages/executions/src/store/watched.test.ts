/** Marks show every change that a poll would show, and are read by primary keys only. */
import { Prisma } from '@farebox/db';
import { leaseOf } from './worker/index.ts';
import { expect, it } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { finishedStep, openStores } from '../testing/stores.ts';
import { createWatchedReader } from './watched.ts';

const { fixture, store, worker } = await openStores();
const watched = createWatchedReader(fixture.database);

async function accepted(projectId: string): Promise<string> {
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.execution.id;
}

it('a mark changes with each state and stays the same otherwise', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const ref = { projectId, id: await accepted(projectId) };
  const marks = new Set<string | undefined>();
  const states = new Set<string>();
  const look = async (): Promise<void> => {
    const mark = (await watched.marks([ref])).get(ref.id);
    expect((await watched.marks([ref])).get(ref.id)).toBe(mark);
    const state = (await watched.read([ref])).get(ref.id);
    expect(state).toEqual(await store.get(projectId, ref.id));
    marks.add(mark);
    states.add(JSON.stringify(state));
    expect(marks.size, JSON.stringify(state)).toBe(states.size);
  };
  await look();
  const claimed = await worker.claim(ref);
  if (claimed === null) throw new Error('not claimed');
  await look();
  const lease = leaseOf(claimed);
  for (const progress of [0.25, 0.5]) {
    await worker.tellProgress([{ ...lease, step: 0, progress }]);
    await look();
  }
  await store.requestCancel({ ...ref, keyLineage: 'key_one', role: 'MEMBER' });
  await look();
  await worker.record({ ...lease, steps: [finishedStep()], costs: [], handOver: null });
  await look();
  expect(states.size).toBe(6);
});

it('a missing execution has neither mark nor state, and is no error', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const other = await fixture.project({ balanceMicros: 1_000n });
  const foreign = { projectId: other, id: await accepted(projectId) };
  expect([await watched.marks([foreign]), await watched.read([foreign])]).toEqual([new Map(), new Map()]);
});

it('marks are read by primary keys, whatever the planner’s statistics', async () => {
  const projectId = await fixture.project({ balanceMicros: 100_000n });
  const ids = await Promise.all(Array.from({ length: 300 }, () => accepted(projectId)));
  await fixture.database.prisma.$executeRawUnsafe('ANALYZE');
  const plans: string[] = [];
  const json = async <Value>(query: Prisma.Sql): Promise<Value | null> => {
    const lines = await fixture.database.rows<Record<'QUERY PLAN', string>>(Prisma.sql`EXPLAIN ${query}`);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return null;
  };
  await createWatchedReader({ ...fixture.database, json }).marks(ids.slice(0, 2).map((id) => ({ projectId, id })));
  expect(plans.join('\n')).toMatch(/using execution_pkey on execution /);
  expect(plans.join('\n')).not.toMatch(/Seq Scan on execution\b/);
});
