/**
 * The only bounded cache: a map that removes its oldest entries beyond `entriesMax`, so that untrusted input cannot
 * fill the memory.
 */
export interface BoundedMap<V> {
  readonly get: (key: string) => V | undefined;
  /** A renewed entry becomes the youngest. */
  readonly set: (key: string, value: V) => void;
  readonly clear: () => void;
}

export interface Weights<V> {
  /** The weight of a value, such as its bytes; it never changes. */
  readonly of: (value: V) => number;
  /** The most that all entries weigh together. A heavier value is not kept. */
  readonly max: number;
}

const UNWEIGHED: Weights<unknown> = { of: () => 0, max: 0 };

export function boundedMap<V>(entriesMax: number, weights: Weights<V> = UNWEIGHED): BoundedMap<V> {
  const entries = new Map<string, V>();
  let weight = 0;
  const remove = (key: string): void => {
    const value = entries.get(key);
    if (value !== undefined) weight -= weights.of(value);
    entries.delete(key);
  };
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      remove(key);
      entries.set(key, value);
      weight += weights.of(value);
      while (entries.size > entriesMax || weight > weights.max) remove(entries.keys().next().value as string);
    },
    clear: () => {
      entries.clear();
      weight = 0;
    },
  };
}
