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

export function boundedMap<V>(entriesMax: number): BoundedMap<V> {
  const entries = new Map<string, V>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > entriesMax) entries.delete(entries.keys().next().value as string);
    },
    clear: () => entries.clear(),
  };
}
