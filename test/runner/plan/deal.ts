/** Deals parts into hands of about the same duration. The same parts and durations always give the same hands. */

export interface Dealt {
  readonly suite: string;
  readonly name: string;
  readonly seconds: number;
}

/** Deals the longest part first, each to the hand with the least so far; every part is in exactly one hand. */
export function deal<T extends Dealt>(parts: readonly T[], count: number): readonly (readonly T[])[] {
  const hands = Array.from({ length: count }, () => ({ seconds: 0, parts: [] as T[] }));
  for (const part of parts.toSorted(longestFirst)) {
    const shortest = hands.reduce((least, hand) => (hand.seconds < least.seconds ? hand : least));
    shortest.parts.push(part);
    shortest.seconds += part.seconds;
  }
  return hands.map((hand) => hand.parts);
}

function longestFirst(one: Dealt, other: Dealt): number {
  const [a, b] = [`${one.suite} ${one.name}`, `${other.suite} ${other.name}`];
  return other.seconds - one.seconds || (a < b ? -1 : 1);
}
