/** The names that a caller may have meant: names with few different letters, the same words in another order, or the text inside. */

const NAMES_MAX = 3;
/** Bounds the work for a name that a stranger wrote. */
const CHARACTERS_MAX = 64;

/** At most three names, the nearest first; none if none is near. */
export function nearest(asked: string, names: readonly string[]): readonly string[] {
  const wanted = asked.slice(0, CHARACTERS_MAX).toLowerCase();
  const farthest = Math.max(2, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase(), farthest) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, NAMES_MAX)
    .map(({ name }) => name);
}

function distanceOf(one: string, other: string, farthest: number): number {
  if (one.length >= 3 && other.includes(one)) return 1;
  if (Math.abs(one.length - other.length) > farthest) return Infinity;
  return Math.min(edits(one, other), edits(inOrder(one), inOrder(other)));
}

const inOrder = (name: string): string =>
  name
    .split(/[^a-z0-9]+/)
    .toSorted()
    .join('-');

/** The Levenshtein distance: letters inserted, removed or replaced. */
function edits(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
