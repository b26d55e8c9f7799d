import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { When } from '../suite.ts';
import { type Candidate, type Change, choose, SLICES } from './plan.ts';

const part = (name: string, when: When, seconds = 1): Candidate => ({ name, when, seconds, suite: 'a', reads: [name] });

const anyParts = fc
  .uniqueArray(
    fc.tuple(fc.nat(999), fc.constantFrom<When>('quick', 'always', 'heavy'), fc.integer({ min: 1, max: 300 })),
    {
      selector: ([id]) => id,
      maxLength: 60,
    },
  )
  .map((some) => some.map(([id, when, seconds]) => part(`part ${id}`, when, seconds)));

const change = (commits: number, given: Partial<Change> = {}): Change => ({
  commits,
  distance: () => null,
  limitSeconds: 0,
  ...given,
});

const namesOf = (chosen: readonly { readonly part: Candidate }[]): string[] =>
  chosen.map((each) => each.part.name).toSorted();
const names = (parts: readonly Candidate[]): string[] => parts.map(({ name }) => name).toSorted();

test('the union of all shards is the whole, and no part is in two', () => {
  fc.assert(
    fc.property(anyParts, fc.integer({ min: 1, max: 9 }), (parts, of) => {
      const shards = Array.from({ length: of }, (_, index) =>
        choose(parts, { plan: 'full', shard: { index: index + 1, of } }),
      );
      expect(shards.flatMap(({ chosen }) => namesOf(chosen)).toSorted()).toEqual(names(parts));
    }),
  );
});

test('in as many consecutive commits as there are slices every heavy part runs exactly once as part of the slice', () => {
  fc.assert(
    fc.property(anyParts, fc.nat(10_000), (parts, first) => {
      const runs = Array.from({ length: SLICES }, (_, index) =>
        choose(parts, { plan: 'ci', change: change(first + index) }),
      );
      const slices = runs.flatMap(({ chosen }) => chosen.filter(({ reason }) => reason === 'slice'));
      expect(namesOf(slices)).toEqual(names(parts.filter(({ when }) => when === 'heavy')));
    }),
  );
});

test('each part is either chosen or reported as left out', () => {
  fc.assert(
    fc.property(anyParts, fc.constantFrom('quick' as const, 'ci' as const, 'full' as const), (parts, plan) => {
      const { chosen, leftOut } = choose(parts, { plan, change: plan === 'ci' ? change(1) : null });
      expect([...namesOf(chosen), ...names(leftOut)].toSorted()).toEqual(names(parts));
    }),
  );
});

test('quick runs the quick parts, ci all but heavy ones, full everything', () => {
  const parts = [part('q', 'quick'), part('a', 'always'), part('h', 'heavy')];
  expect(namesOf(choose(parts, { plan: 'quick' }).chosen)).toEqual(['q']);
  expect(namesOf(choose(parts, { plan: 'full' }).chosen)).toEqual(['a', 'h', 'q']);
  const runs = Array.from({ length: SLICES }, (_, commits) =>
    namesOf(choose(parts, { plan: 'ci', change: change(commits) }).chosen),
  );
  expect(runs.filter((each) => each.includes('h'))).toHaveLength(1);
  expect(runs.every((each) => each.includes('q') && each.includes('a'))).toBe(true);
});

test('affected heavy parts run nearest first, up to the limit', () => {
  const parts = ['far', 'near', 'untouched'].map((name) => part(name, 'heavy', 10));
  const distance = ({ name }: Candidate): number | null => ({ near: 1, far: 5 })[name] ?? null;
  // A number of commits whose slice has none of the three.
  const [commits = 0] = [0, 1, 2, 3, 4, 5].filter(
    (each) => choose(parts, { plan: 'ci', change: change(each) }).chosen.length === 0,
  );
  const affected = (limitSeconds: number): string[] =>
    namesOf(choose(parts, { plan: 'ci', change: change(commits, { distance, limitSeconds }) }).chosen);
  expect(affected(9)).toEqual([]);
  expect(affected(10)).toEqual(['near']);
  expect(affected(100)).toEqual(['far', 'near']);
});
