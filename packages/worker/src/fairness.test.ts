import { createWorkerStore } from '@farebox/executions';
import { createOrganization } from '@farebox/identity';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from './operation.ts';
import { type Fixture, WAIT, openFixture } from './testing/fixture.ts';
import { gated } from './testing/gated.ts';

let fixture: Fixture;
let other: string;
beforeEach(async () => {
  fixture = await openFixture();
  other = await fixture.newProject();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** An execution of any project has ended, while work of others may still run. */
const untilEnded = (id: string): Promise<void> =>
  vi.waitFor(async () => {
    const rows = await fixture.sql<{ status: string }>(`SELECT status FROM execution WHERE id = '${id}'`);
    expect(rows).toEqual([{ status: 'succeeded' }]);
  }, WAIT);

const noop: Operation = async () => ({ artifacts: [], units: 1 });
const times = (count: number) => Array.from({ length: count });

test('a project that would take every slot does not block another one', async () => {
  const long = gated();
  fixture.worker({ long: long.operation, work: noop }, { concurrency: 2 });
  const flood = await Promise.all(times(8).map(() => fixture.accept([{ operation: 'long' }])));
  await fixture.notify(...flood);
  await vi.waitFor(() => expect(long.counts.now).toBe(2), WAIT);
  const resize = await fixture.accept([{}], { projectId: other });
  await fixture.notify(resize);
  // None of the eight has ended, because their gate is closed.
  await untilEnded(resize);
  expect(long.counts).toEqual({ now: 2, most: 2 });
  long.open();
  for (const id of flood) await fixture.untilStatus(id, 'succeeded');
});

test('a project may use all its slots while no other project waits, and waiting work is not forgotten', async () => {
  const long = gated();
  fixture.worker({ long: long.operation }, { concurrency: 3 });
  const flood = await Promise.all(times(6).map(() => fixture.accept([{ operation: 'long' }])));
  await fixture.notify(...flood);
  await vi.waitFor(() => expect(long.counts.now).toBe(3), WAIT);
  long.open();
  for (const id of flood) await fixture.untilStatus(id, 'succeeded');
  expect(long.counts.most).toBe(3);
});

test('a worker without a free slot for a project leaves its work to a worker that has one', async () => {
  const long = gated();
  fixture.worker({ long: long.operation }, { concurrency: 1 });
  const first = await fixture.accept([{ operation: 'long' }]);
  await fixture.notify(first);
  await vi.waitFor(() => expect(long.counts.now).toBe(1), WAIT);
  const second = await fixture.accept([{ operation: 'long' }]);
  await fixture.notify(second);
  fixture.worker({ long: long.operation }, { concurrency: 1 });
  await vi.waitFor(() => expect(long.counts.now).toBe(2), WAIT);
  long.open();
  for (const id of [first, second]) await fixture.untilStatus(id, 'succeeded');
});

test('an organization with many projects has the places of one, so that another one begins at once', async () => {
  const long = gated();
  fixture.worker({ long: long.operation, work: noop }, { concurrency: 2 });
  const organization = await createOrganization(fixture.database, 'Many');
  const projects = await Promise.all(times(11).map(() => fixture.newProject(organization)));
  const flood = await Promise.all(
    projects.flatMap((projectId) => times(2).map(() => fixture.accept([{ operation: 'long' }], { projectId }))),
  );
  await fixture.notify(...flood);
  await vi.waitFor(() => expect(long.counts.now).toBe(2), WAIT);
  const resize = await fixture.accept([{}], { projectId: other });
  await fixture.notify(resize);
  await untilEnded(resize);
  expect(long.counts).toEqual({ now: 2, most: 2 });
  long.open();
});

interface Wait {
  readonly project: string;
  readonly key?: string;
  readonly name: string;
}

/** The order in which a worker begins what was accepted while the work of these projects took its two places. */
async function orderOf(waits: readonly Wait[], holders: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  const first = gated();
  const note: Operation = ({ parameters: { name } }) => {
    order.push(name as string);
    return Promise.resolve({ artifacts: [], units: 1 });
  };
  fixture.worker({ first: first.operation, note }, { concurrency: 1 });
  for (const projectId of holders) await fixture.notify(await fixture.accept([{ operation: 'first' }], { projectId }));
  await vi.waitFor(() => expect(first.counts.now).toBe(2), WAIT);
  for (const { project: projectId, key: keyLineage = 'key_one', name } of waits)
    await fixture.notify(
      await fixture.accept([{ operation: 'note', parameters: { name } }], { projectId, keyLineage }),
    );
  first.open();
  await vi.waitFor(() => expect(order).toHaveLength(waits.length), WAIT);
  return order;
}

test('while more wait than there are places, organizations have turns, then their projects, then keys', async () => {
  const organization = await createOrganization(fixture.database, 'Many');
  const many = await Promise.all(times(3).map(() => fixture.newProject(organization)));
  const [mine = '', ...rest] = many;
  const waits = [
    ...times(3).map((_, n) => ({ project: mine, name: `batch ${n}` })),
    ...rest.map((project, n) => ({ project, name: `project ${n}` })),
    { project: mine, key: 'key_other', name: 'key' },
    { project: other, name: 'organization' },
  ];
  const order = await orderOf(waits, [mine, await fixture.newProject()]);
  const at = (name: string): number => order.indexOf(name);
  expect(at('organization')).toBe(0);
  expect(Math.max(at('project 0'), at('project 1'))).toBeLessThan(at('batch 1'));
  expect(at('key')).toBeLessThan(at('batch 1'));
});

test("waiting work is found without reading a project's backlog", async () => {
  for (const _ of times(150)) await fixture.accept([{}]);
  await fixture.accept([{}], { projectId: other });
  const blocksOf = async (call: string): Promise<number> => {
    const [row] = await fixture.sql<{ 'QUERY PLAN': readonly { Plan: { 'Shared Hit Blocks': number } }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${call}`,
    );
    return row?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? Infinity;
  };
  expect(await blocksOf(`execution_next_waiting('', 'image')`)).toBeLessThan(200);
  expect(await blocksOf(`execution_waiting('image', '', 256)`)).toBeLessThan(350);
});

test('the oldest waiting execution of each project and of each key is read, from any project on', async () => {
  const { fairness } = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const [mine, ofKey] = [await fixture.accept([{}]), await fixture.accept([{}], { keyLineage: 'key_two' })];
  await fixture.accept([{}]);
  const theirs = await fixture.accept([{}], { projectId: other });
  const ids = (works: readonly { readonly id: string }[]) => works.map(({ id }) => id).toSorted();
  expect(ids(await fairness.waiting())).toEqual([mine, theirs].toSorted());
  expect(ids(await fairness.waitingKeys(fixture.projectId))).toEqual([mine, ofKey].toSorted());
  const after = (project: string) =>
    fixture.sql<{ id: string }>(`SELECT id FROM execution_waiting('image', '${project}', 1)`);
  expect(ids(await after(fixture.projectId))).toEqual([theirs]);
  expect(ids(await after(other))).toEqual([mine]);
  expect(await fairness.standing({ projectId: other, id: theirs })).toMatchObject({
    keyLineage: 'key_one',
    waits: true,
  });
  expect(await fairness.standing({ projectId: other, id: mine })).toBeNull();
});
