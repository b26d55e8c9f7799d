/** Prints what a tenant costs another one. */
import { spreadOf } from '../rounds.ts';

/** The bound that I13 promises. */
const RATIO_MAX = 2;

export interface TenantRound {
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
}

export function tenantLine(name: string, rounds: readonly TenantRound[]): string {
  const { median, min, max } = spreadOf(rounds.map(({ aloneP99Ms, besideP99Ms }) => besideP99Ms / aloneP99Ms));
  const p99 = (pick: (round: TenantRound) => number): string => `${spreadOf(rounds.map(pick)).median.toFixed(1)} ms`;
  const times = `${p99(({ aloneP99Ms }) => aloneP99Ms)} alone, ${p99(({ besideP99Ms }) => besideP99Ms)} beside`;
  const held = median <= RATIO_MAX ? 'holds' : 'does not hold';
  return `  ${name.padEnd(40)} ${median.toFixed(2)} × (${min.toFixed(2)} to ${max.toFixed(2)} in ${rounds.length} rounds): ${held}; ${times}`;
}
