/** Measures several sides alternately, round after round, so that a drift of the machine affects all: ratios can be compared between machines. */
import { type CpuUs, metered, type Processes } from './cpu.ts';
import type { Sample } from './load/wrk.ts';

export interface Side {
  readonly title: string;
  /** Processes whose processor time is counted for this side. */
  readonly processes: Processes;
  readonly run: () => Promise<Sample>;
}

/** A side that ours is compared with. */
export interface Floor extends Side {
  /** Smallest ratio that must be reached; null when the ratio is only shown. */
  readonly target: number | null;
}

export interface Case {
  readonly ours: Side;
  readonly floors: readonly Floor[];
}

export type Metered = Sample & { readonly cpuUs: CpuUs };

/** Samples of each side: first ours, then the floors. */
export type Round = readonly Metered[];

export interface Measured {
  readonly of: Case;
  readonly rounds: readonly Round[];
}

/** Measures `count` rounds after one that warms up all sides and does not count. Every other round runs in reverse order. */
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
