/** A bounded search along a ladder of qualities: few encodings, each tried once, and the chosen one was measured itself. */

export interface Try {
  readonly bytes: number;
  readonly similarity: number;
}

export interface Goal {
  /** Infinity if any size is allowed. */
  readonly bytesMax: number;
  /** Null: as similar as the bytes allow. */
  readonly similarity: number | null;
}

export interface Chosen<T extends Try> {
  readonly rung: number;
  readonly tried: T;
  readonly met: boolean;
  /** How many rungs were tried. */
  readonly tries: number;
}

/** The most tries of a search over this number of rungs. */
export const triesMax = (rungs: number): number => Math.ceil(Math.log2(rungs + 1));

const meets = ({ bytes, similarity }: Try, goal: Goal): boolean =>
  bytes <= goal.bytesMax && similarity >= (goal.similarity ?? 0);

/**
 * Bytes and similarity grow with the rungs, so one bisection finds the lowest rung that is similar enough or too
 * large. That rung is the answer, or the one below it is the best within the bytes. At most `triesMax` tries. If an
 * encoder is not quite monotonic, a neighbour may be chosen; its reported values are still the measured ones.
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
