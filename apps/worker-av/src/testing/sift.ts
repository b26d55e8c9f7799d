/**
 * Test support: which of many damaged files an upload accepts, by the same check as the gateway, in less than a
 * millisecond each.
 */
import { inspect } from '@farebox/media';
import type { Mutant } from './mutants.ts';

export interface Sifted {
  readonly mutant: Mutant;
  /** Counts mutants of the same kind, so that each tool has its turn. */
  readonly turn: number;
  readonly isTaken: boolean;
}

interface Most {
  readonly taken: number;
  readonly refused: number;
  readonly firstTurn?: number;
}

/** The first accepted and the first refused ones. All are checked; the check throws for anything worse than a refusal. */
export function sift(all: readonly Mutant[], { taken, refused, firstTurn = 0 }: Most): readonly Sifted[] {
  const looked = all.map((mutant) => ({ mutant, isTaken: inspect(mutant.bytes, mutant.mimeType).ok }));
  const kind = (isTaken: boolean, count: number) =>
    looked
      .filter((each) => each.isTaken === isTaken)
      .slice(0, count)
      .map((each, turn) => ({ ...each, turn: firstTurn + turn }));
  return [...kind(true, taken), ...kind(false, refused)];
}
