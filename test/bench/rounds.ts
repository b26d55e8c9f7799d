/** Two sides, measured in turn, round after round, so that a machine whose speed drifts slows both: ratios travel. */
import type { Sample } from './load/wrk.ts';

export interface Case {
  readonly title: string;
  /** What ours is compared with. */
  readonly floorTitle: string;
  /** Smallest ratio that is to be reached. */
  readonly target: number;
  readonly ours: () => Promise<Sample>;
  readonly floor: () => Promise<Sample>;
}

export interface Round {
  readonly ours: Sample;
  readonly floor: Sample;
}

export interface Measured {
  readonly of: Case;
  readonly rounds: readonly Round[];
}

/** One round more than asked for: the first warms both sides up and is not counted. Each round begins with the other side. */
export async function measure(of: Case, count: number): Promise<Measured> {
  const rounds: Round[] = [];
  for (let index = 0; index <= count; index++) {
    const first = index % 2 === 0 ? await of.floor() : undefined;
    const ours = await of.ours();
    rounds.push({ ours, floor: first ?? (await of.floor()) });
  }
  return { of, rounds: rounds.slice(1) };
}

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { min: sorted[0]!, median, max: sorted.at(-1)! };
}
