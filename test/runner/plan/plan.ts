/** Decides which parts run. Pure: the durations, the change and the number of commits are arguments. */
import type { Part, When } from '../suite.ts';
import { deal } from './deal.ts';

export const PLANS = ['quick', 'ci', 'full'] as const;
export type PlanName = (typeof PLANS)[number];

/** Number of slices of the heavy parts; each commit runs the next slice. */
export const SLICES = 12;

export interface Candidate extends Part {
  readonly suite: string;
  readonly seconds: number;
}

export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

/** Why a part runs: by the plan, by the rotating slice, or because the change affects it. Only affected parts obey the limit. */
export type Reason = 'plan' | 'slice' | 'affected';

export interface Chosen {
  readonly part: Candidate;
  readonly reason: Reason;
}

export interface Plan {
  readonly chosen: readonly Chosen[];
  readonly leftOut: readonly Candidate[];
}

const RUN_BY: Readonly<Record<PlanName, readonly When[]>> = {
  quick: ['quick'],
  ci: ['quick', 'always'],
  full: ['quick', 'always', 'heavy'],
};

export interface Change {
  readonly commits: number;
  /** Imports between the part and the nearest changed file; null when the change cannot affect it. */
  readonly distance: (part: Candidate) => number | null;
  /** Usual duration that a run may have: affected parts fill it up, nearest first. */
  readonly limitSeconds: number;
}

export interface Wanted {
  readonly plan: PlanName;
  /** Needed by the plan `ci`. */
  readonly change?: Change | null;
  readonly shard?: Shard | null;
}

export function choose(parts: readonly Candidate[], { plan: name, change = null, shard = null }: Wanted): Plan {
  const planned = parts.filter(({ when }) => RUN_BY[name].includes(when));
  const further = change === null ? [] : heavyOf(parts, planned, change);
  const chosen = [...planned.map((part): Chosen => ({ part, reason: 'plan' })), ...further];
  const ofShard = shard === null ? chosen : inShard(chosen, shard);
  const kept = new Set(ofShard.map(({ part }) => part));
  return { chosen: ofShard, leftOut: parts.filter((part) => !kept.has(part)) };
}

function heavyOf(parts: readonly Candidate[], planned: readonly Candidate[], change: Change): readonly Chosen[] {
  const heavy = parts.filter(({ when }) => when === 'heavy');
  const slice = sliceOf(heavy, change.commits);
  const [first, rest] = [new Set(slice), [...planned, ...slice]];
  let left = change.limitSeconds - rest.reduce((sum, { seconds }) => sum + seconds, 0);
  const affected = nearestFirst(
    heavy.filter((part) => !first.has(part)),
    change,
  ).filter(({ seconds }) => {
    if (seconds > left) return false;
    left -= seconds;
    return true;
  });
  return [
    ...slice.map((part): Chosen => ({ part, reason: 'slice' })),
    ...affected.map((part): Chosen => ({ part, reason: 'affected' })),
  ];
}

function sliceOf(heavy: readonly Candidate[], commits: number): readonly Candidate[] {
  return deal(heavy, SLICES)[commits % SLICES] ?? [];
}

function nearestFirst(parts: readonly Candidate[], { distance }: Change): readonly Candidate[] {
  return parts
    .flatMap((part) => {
      const imports = distance(part);
      return imports === null ? [] : [{ part, imports }];
    })
    .toSorted((one, other) => one.imports - other.imports || one.part.seconds - other.part.seconds)
    .map(({ part }) => part);
}

function inShard(chosen: readonly Chosen[], { index, of }: Shard): readonly Chosen[] {
  const byPart = new Map(chosen.map((each) => [each.part, each]));
  const hand = deal([...byPart.keys()], of)[index - 1] ?? [];
  return hand.map((part) => byPart.get(part) as Chosen);
}
