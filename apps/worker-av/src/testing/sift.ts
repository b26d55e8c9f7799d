/** Test support: which of many damaged files an upload takes, told as the gateway tells it, in less than a millisecond each. */
import { inspect } from '@farebox/media';
import type { Mutant } from './mutants.ts';

export interface Sifted {
  readonly mutant: Mutant;
  /** Counts those of its kind, so that each tool has its turn. */
  readonly turn: number;
  readonly isTaken: boolean;
}

interface Most {
  readonly taken: number;
  readonly refused: number;
  readonly firstTurn?: number;
}

/** The first of those that are taken, and of those that are refused. All are looked at; throws where that is more than a refusal. */
export function sift(all: readonly Mutant[], { taken, refused, firstTurn = 0 }: Most): readonly Sifted[] {
  const looked = all.map((mutant) => ({ mutant, isTaken: inspect(mutant.bytes, mutant.mimeType).ok }));
  const kind = (isTaken: boolean, count: number) =>
    looked
      .filter((each) => each.isTaken === isTaken)
      .slice(0, count)
      .map((each, turn) => ({ ...each, turn: firstTurn + turn }));
  return [...kind(true, taken), ...kind(false, refused)];
}
