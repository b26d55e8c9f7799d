/** Sides that are measured in turn, round after round, so that a machine whose speed drifts slows all: ratios travel. */
import { type CpuUs, metered, type Processes } from './cpu.ts';
import type { Sample } from './load/wrk.ts';

export interface Side {
  readonly title: string;
  /** Whose processor time counts. */
  readonly processes: Processes;
  readonly run: () => Promise<Sample>;
}

/** What ours is compared with. */
export interface Floor extends Side {
  /** Smallest ratio that is to be reached; null: shown only. */
  readonly target: number | null;
}

export interface Case {
  readonly ours: Side;
  readonly floors: readonly Floor[];
}

export type Metered = Sample & { readonly cpuUs: CpuUs };

/** Samples of each side, in the order ours, floors. */
export type Round = readonly Metered[];

export interface Measured {
  readonly of: Case;
  readonly rounds: readonly Round[];
}

/** One round more than asked for: the first warms all sides up and is not counted. Every other round goes backwards. */
export async function measure(of: Case, count: number): Promise<Measured> {
  const sides = [of.ours, ...of.floors];
  const rounds: Round[] = [];
  for (let index = 0; index <= count; index++) {
    const round: Metered[] = [];
    const order = sides.map((_, at) => (index % 2 === 0 ? sides.length - 1 - at : at));
    for (const at of order) round[at] = await metered(sides[at]!.processes, sides[at]!.run);
    rounds.push(round);
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
