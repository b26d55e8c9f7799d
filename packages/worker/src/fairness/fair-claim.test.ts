import type { ClaimedExecution, ExecutionRef, OwnedExecution } from '@farebox/executions';
import { expect, test, vi } from 'vitest';
import { WAIT } from '../testing/fixture.ts';
import { createFairClaim } from './fair-claim.ts';

const owned = (organizationId: string, id: string): OwnedExecution => ({
  organizationId,
  projectId: `project of ${organizationId}`,
  keyLineage: 'key',
  id,
});

/** A worker with one place (unless stated) for all and one for others, whose store is in memory and whose clock stands still. */
function inMemory({ refuses = [] as readonly string[], concurrency = 1 } = {}) {
  const waiting: OwnedExecution[] = [];
  const [looks, notified, stopping] = [{ count: 0 }, [] as string[], new AbortController()];
  let nowMs = 0;
  const find = (id: string) => waiting.find((each) => each.id === id);
  const claim = createFairClaim({
    engine: 'image',
    concurrency,
    restricted: () => new Set(),
    stopping: stopping.signal,
    clock: { now: () => new Date(0), monotonicMs: () => nowMs++ },
    queue: { notify: (_, wakeUps) => Promise.resolve(notified.push(...wakeUps.map((each) => each.executionId))) },
    store: {
      claim: ({ id, projectId }) => {
        const found = find(id);
        if (found === undefined || refuses.includes(id)) return Promise.resolve(null);
        waiting.splice(waiting.indexOf(found), 1);
        return Promise.resolve({ id, projectId } as ClaimedExecution);
      },
      fairness: {
        waiting: () => {
          looks.count++;
          return Promise.resolve([...waiting]);
        },
        waitingKeys: (projectId) => Promise.resolve(waiting.filter((each) => each.projectId === projectId)),
        standing: ({ id }) => Promise.resolve({ ...(find(id) ?? owned('gone', id)), waits: find(id) !== undefined }),
        organizationOf: (projectId) => Promise.resolve(projectId.replace('project of ', '')),
        isRunning: () => Promise.resolve(false),
        countFreeCpu: () => Promise.resolve(),
        overFreeCpuBudget: () => Promise.resolve(new Set<string>()),
      },
    },
  });
  const wait = (organization: string, id: string): ExecutionRef => {
    const one = owned(organization, id);
    waiting.push(one);
    return one;
  };
  return { claim, wait, looks, notified, stopping };
}

test('a job without a turn takes work that may begin as soon as it is there', async () => {
  const { claim, wait, looks, notified, stopping } = inMemory();
  await claim(wait('busy', 'a'));
  const second = claim(wait('busy', 'b'));
  await vi.waitFor(() => expect(looks.count).toBeGreaterThan(1), WAIT);
  wait('other', 'c');
  expect(await second).toMatchObject({ claimed: { id: 'c' }, organizationId: 'other' });
  expect(notified).toEqual(['b']);
  stopping.abort();
});

test('a place is free for the next execution once it is given back', async () => {
  const { claim, wait } = inMemory({ concurrency: 2 });
  const first = await claim(wait('busy', 'a'));
  await claim(wait('busy', 'b'));
  const third = claim(wait('busy', 'c'));
  first?.leave();
  expect(await third).toMatchObject({ claimed: { id: 'c' } });
});

test('an execution that cannot be claimed is passed over', async () => {
  const { claim, wait } = inMemory({ refuses: ['b'] });
  await claim(wait('busy', 'a'));
  wait('other', 'b');
  wait('other', 'c');
  expect(await claim(wait('busy', 'd'))).toMatchObject({ claimed: { id: 'c' } });
});

test('a job without a turn returns to the queue when the worker stops', async () => {
  const { claim, wait, notified, stopping } = inMemory();
  await claim(wait('busy', 'a'));
  stopping.abort();
  expect(await claim(wait('busy', 'b'))).toBeNull();
  expect(notified).toEqual(['b']);
});
