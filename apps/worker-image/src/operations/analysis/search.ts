/** A bounded search along a ladder of qualities: few encodings, each tried once, and what is chosen was measured itself. */

export interface Try {
  readonly bytes: number;
  readonly similarity: number;
}

export interface Goal {
  /** Infinity: any. */
  readonly bytesMax: number;
  /** Null: as alike as the bytes allow. */
  readonly similarity: number | null;
}

export interface Chosen<T extends Try> {
  readonly rung: number;
  readonly tried: T;
  readonly met: boolean;
  /** How many rungs were tried. */
  readonly tries: number;
}

/** Most that a search of so many rungs tries. */
export const triesMax = (rungs: number): number => Math.ceil(Math.log2(rungs + 1));

const meets = ({ bytes, similarity }: Try, goal: Goal): boolean =>
  bytes <= goal.bytesMax && similarity >= (goal.similarity ?? 0);

/**
 * Bytes and likeness grow with the rungs, so that one bisection finds the lowest rung that is alike enough or too large: it is the
 * answer, or the one below it is the best that keeps to the bytes. At most `triesMax` tries. Where an encoder is not
 * quite monotonous, a neighbour may be chosen; what is said of it is true all the same.
 */
export async function search<T extends Try>(
  rungs: number,
  goal: Goal,
  attempt: (rung: number) => Promise<T>,
): Promise<Chosen<T>> {
  const tried = new Map<number, T>();
  let [low, high] = [0, rungs];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = await attempt(middle);
    tried.set(middle, found);
    if (found.bytes > goal.bytesMax || (goal.similarity !== null && found.similarity >= goal.similarity)) high = middle;
    else low = middle + 1;
  }
  const [above, below] = [tried.get(low), tried.get(low - 1)];
  const isAbove = above !== undefined && (below === undefined || meets(above, goal));
  const chosen = (isAbove ? above : below) as T;
  return { rung: isAbove ? low : low - 1, tried: chosen, met: meets(chosen, goal), tries: tried.size };
}
