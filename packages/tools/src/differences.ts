/** The differences between two manifests, for a person who decides whether to publish. Pure. */
import { below, isObject, memberOf } from '@farebox/price-rules';

export interface Difference {
  /** JSON Pointer into the manifest. */
  readonly pointer: string;
  /** JSON, shortened; `-`: absent. */
  readonly before: string;
  readonly after: string;
}

export const DIFFERENCES_MAX = 50;
const CHARACTERS_SHOWN = 200;

/** The smallest members that differ, at most 50. A list of another length differs as a whole. @param before and after: JSON of a bounded depth. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (one: unknown, other: unknown, pointer: string): void => {
    if (found.length === DIFFERENCES_MAX || JSON.stringify(one) === JSON.stringify(other)) return;
    const names = namesOf(one, other);
    if (names === null) return void found.push({ pointer, before: shown(one), after: shown(other) });
    for (const name of names) compare(memberOf(one, name), memberOf(other, name), below(pointer, name));
  };
  compare(before, after, '');
  return found;
}

/** The members to compare one by one; null: the values differ as wholes. */
function namesOf(one: unknown, other: unknown): readonly string[] | null {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length ? Object.keys(one) : null;
  if (!isObject(one) || !isObject(other)) return null;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '-';
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN - 1)}…` : text;
}
