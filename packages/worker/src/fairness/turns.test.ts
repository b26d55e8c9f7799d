import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Job, simulate } from './simulation.fixture.ts';
import { createTurns, MOST_SECONDS } from './turns.ts';

const of = (organizationId: string, projectId = organizationId, keyLineage = projectId) => ({
  organizationId,
  projectId,
  keyLineage,
});
/** Work of an organization that is all accepted at the beginning. */
const backlog = (organization: string, { projects = 1, jobs = 1, seconds = 1 }): Job[] =>
  Array.from({ length: projects * jobs }, (_, n) => ({
    ...of(organization, `${organization}-${n % projects}`),
    atSeconds: 0,
    seconds,
  }));
/** An execution every few seconds, which arrives while others are at work. */
const victim = ({ count = 20, everySeconds = 3.3, seconds = 0.5 } = {}): Job[] =>
  Array.from({ length: count }, (_, n) => ({ ...of('victim'), atSeconds: 0.7 + n * everySeconds, seconds }));

/** The most turns of one other organization between an arrival of the victim and its turn. */
const passedMost = (
  jobs: readonly Job[],
  places: { placesForAll: number; placesForOthers: number; workers?: number },
) =>
  Math.max(
    ...simulate(jobs, places)
      .begun.filter(isVictims)
      .map(({ passedBy }) => Math.max(0, ...passedBy.values())),
  );
const isVictims = ({ job }: { readonly job: Job }): boolean => job.organizationId === 'victim';
const waitOf = (jobs: readonly Job[], places: { placesForAll: number; placesForOthers: number }): number =>
  Math.max(
    ...simulate(jobs, places)
      .begun.filter(isVictims)
      .map(({ job, atSeconds }) => atSeconds - job.atSeconds),
  );

const PLACES = { placesForAll: 2, placesForOthers: 1 };

describe('an organization with', () => {
  const table = [
    { projects: 1, jobs: 100 },
    { projects: 4, jobs: 30 },
    { projects: 11, jobs: 20 },
    { projects: 50, jobs: 4 },
  ];
  it.for(table)('$projects projects never makes another one wait', (attacker) => {
    expect(waitOf([...backlog('attacker', attacker), ...victim()], PLACES)).toBe(0);
  });

  it.for(table)(
    '$projects projects has one turn while another one waits, if a third takes the last place',
    (attacker) => {
      const jobs = [...backlog('attacker', attacker), ...backlog('honest', { jobs: 100 }), ...victim()];
      expect(waitOf(jobs, PLACES)).toBeLessThanOrEqual(1);
      expect(passedMost(jobs, PLACES)).toBeLessThanOrEqual(1);
    },
  );
});

test.for([4, 11, 50])('beside %i busy organizations each has one turn while another one waits', (count) => {
  const busy = Array.from({ length: count }, (_, n) => backlog(`busy-${n}`, { projects: 1 + (n % 3), jobs: 8 })).flat();
  const jobs = [...busy, ...victim({ count: 3, everySeconds: 9 + count })];
  expect(passedMost(jobs, PLACES)).toBeLessThanOrEqual(1);
  expect(passedMost(jobs, { ...PLACES, workers: 3 })).toBeLessThanOrEqual(3);
});

test('while one organization runs long work in every place, another one begins at once', () => {
  const jobs = [...backlog('attacker', { projects: 50, jobs: 2, seconds: 600 }), ...victim({ count: 1 })];
  expect(waitOf(jobs, PLACES)).toBe(0);
});

test('short work has as much time as long work, so more turns', () => {
  const jobs = [...backlog('long', { jobs: 40, seconds: 5 }), ...backlog('short', { jobs: 400, seconds: 0.5 })];
  const { begun } = simulate(jobs, { placesForAll: 1, placesForOthers: 0 });
  const first = begun.filter(({ atSeconds }) => atSeconds < 100);
  const secondsOf = (organization: string): number =>
    first.filter(({ job }) => job.organizationId === organization).reduce((sum, { job }) => sum + job.seconds, 0);
  expect(secondsOf('short')).toBeGreaterThan(45);
  expect(secondsOf('long')).toBeGreaterThan(45);
});

test('projects of an organization, and keys of a project, have turns like organizations', () => {
  const many = Array.from({ length: 30 }, () => ({ ...of('one', 'p', 'batch'), atSeconds: 0, seconds: 1 }));
  const [key, project] = [
    { ...of('one', 'p', 'other'), atSeconds: 0.5, seconds: 1 },
    { ...of('one', 'q', 'q'), atSeconds: 0.5, seconds: 1 },
  ];
  const { begun } = simulate([...many, key, project], { placesForAll: 1, placesForOthers: 0 });
  expect(begun.findIndex(({ job }) => job === project)).toBe(1);
  expect(begun.findIndex(({ job }) => job === key)).toBeLessThanOrEqual(3);
});

test('after one long execution an organization is behind others for a bounded time', () => {
  const turns = createTurns({ placesForAll: 1 });
  turns.begin(of('late'))(100 * MOST_SECONDS);
  const both = [
    { ...of('late'), id: '1' },
    { ...of('busy'), id: '2' },
  ];
  let used = 0;
  while (turns.choose(both)?.organizationId === 'busy') {
    turns.begin(of('busy'))(1);
    used++;
  }
  expect(used).toBeLessThanOrEqual(MOST_SECONDS + 1);
});

const jobs = fc.array(
  fc
    .record({
      organization: fc.integer({ min: 0, max: 5 }),
      project: fc.integer({ min: 0, max: 3 }),
      key: fc.integer({ min: 0, max: 2 }),
      atSeconds: fc.integer({ min: 0, max: 60 }),
      seconds: fc.integer({ min: 1, max: 300 }).map((tenths) => tenths / 10),
    })
    .map(({ organization, project, key, ...rest }) => ({
      ...of(`o${organization}`, `o${organization}p${project}`, `k${key}`),
      ...rest,
    })),
  { minLength: 1, maxLength: 120 },
);
const places = fc.record({
  placesForAll: fc.integer({ min: 1, max: 5 }),
  placesForOthers: fc.integer({ min: 0, max: 2 }),
  workers: fc.integer({ min: 1, max: 3 }),
});

describe('whatever arrives,', () => {
  it('every waiting execution has its turn', () => {
    fc.assert(
      fc.property(jobs, places, (all, each) => {
        expect(simulate(all, each).begun).toHaveLength(all.length);
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it('no place that may be taken stays free while work waits', () => {
    fc.assert(
      fc.property(jobs, places, (all, each) => {
        expect(simulate(all, each).idleSeconds).toBe(0);
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it('the places for others are only for organizations of which nothing is running in the worker', () => {
    fc.assert(
      fc.property(jobs, places, (all, each) => {
        for (const { running, runningOfOwn } of simulate(all, each).begun)
          expect(running < each.placesForAll || runningOfOwn === 0).toBe(true);
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it('another organization uses no more time of a worker during a wait than one turn, and what the waiting one owes', () => {
    fc.assert(
      fc.property(jobs, places, (all, each) => {
        for (const { secondsOfOthers, longestOfOthers } of simulate(all, { ...each, workers: 1 }).begun)
          expect(secondsOfOthers).toBeLessThanOrEqual(longestOfOthers + 2 * MOST_SECONDS);
      }),
      { seed: 13, numRuns: 200 },
    );
  });
});
