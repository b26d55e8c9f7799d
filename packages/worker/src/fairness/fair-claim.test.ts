import type { ClaimedExecution, ExecutionRef, OwnedExecution } from '@farebox/executions';
import { expect, test, vi } from 'vitest';
import { WAIT } from '../testing/fixture.ts';
import { createFairClaim } from './fair-claim.ts';

const owned = (organizationId: string, id: string, keyLineage = 'key'): OwnedExecution => ({
  organizationId,
  projectId: `project of ${organizationId}`,
  keyLineage,
  id,
});

/** The first of each project or key, as the store reads them. */
const firstOfEach = (works: readonly OwnedExecution[], name: 'projectId' | 'keyLineage'): OwnedExecution[] =>
  works.filter((each, n) => works.findIndex((other) => other[name] === each[name]) === n);

/** A worker with one place (unless stated) for all and one for others, whose store is in memory, and whose clock the test moves. */
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
          return Promise.resolve(firstOfEach(waiting, 'projectId'));
        },
        waitingKeys: (projectId) =>
          Promise.resolve(
            firstOfEach(
              waiting.filter((each) => each.projectId === projectId),
              'keyLineage',
            ),
          ),
        standing: ({ id }) => Promise.resolve({ ...(find(id) ?? owned('gone', id)), waits: find(id) !== undefined }),
        organizationOf: (projectId) => Promise.resolve(projectId.replace('project of ', '')),
        isRunning: () => Promise.resolve(false),
        countFreeCpu: () => Promise.resolve(),
        overFreeCpuBudget: () => Promise.resolve(new Set<string>()),
      },
    },
  });
  const wait = (organization: string, id: string, key?: string): ExecutionRef => {
    const one = owned(organization, id, key);
    waiting.push(one);
    return one;
  };
  const pass = (seconds: number): void => void (nowMs += 1000 * seconds);
  return { claim, wait, pass, looks, notified, stopping };
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

test('a batch of one key leaves the next place to another key of its project', async () => {
  const { claim, wait, looks } = inMemory();
  const before = await claim(wait('busy', 'a'));
  const [first, second] = [wait('busy', 'b', 'batch'), wait('busy', 'c', 'batch')];
  wait('busy', 'd', 'other key');
  const job = claim(first);
  await vi.waitFor(() => expect(looks.count).toBeGreaterThan(1), WAIT);
  before?.leave();
  const batch = await job;
  expect(batch).toMatchObject({ claimed: { id: 'b' } });
  batch?.leave();
  expect(await claim(second)).toMatchObject({ claimed: { id: 'd' } });
});

test('an execution that cannot be claimed is passed over, so that one whose turn is later is claimed', async () => {
  const { claim, wait, pass } = inMemory({ refuses: ['b'] });
  await claim(wait('busy', 'a'));
  const long = await claim(wait('later', 'long'));
  pass(9);
  long?.leave();
  wait('other', 'b');
  wait('later', 'c');
  expect(await claim(wait('busy', 'd'))).toMatchObject({ claimed: { id: 'c' } });
});

test('a job without a turn returns to the queue when the worker stops', async () => {
  const { claim, wait, notified, stopping } = inMemory();
  await claim(wait('busy', 'a'));
  stopping.abort();
  expect(await claim(wait('busy', 'b'))).toBeNull();
  expect(notified).toEqual(['b']);
});
