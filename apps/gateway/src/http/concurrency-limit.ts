/** Counts who is inside, by names of the caller's choice. Nobody waits: where it is full, it is full. */
export interface ConcurrencyLimit {
  /** Null where one of the names has its most; else what gives all of them back, to be called once. */
  readonly enter: (names: readonly (readonly [name: string, max: number])[]) => (() => void) | null;
}

export function createConcurrencyLimit(): ConcurrencyLimit {
  const inside = new Map<string, number>();
  const count = (name: string): number => inside.get(name) ?? 0;
  function change(name: string, by: 1 | -1): void {
    const now = count(name) + by;
    if (now === 0) inside.delete(name);
    else inside.set(name, now);
  }

  return {
    enter: (names) => {
      if (names.some(([name, max]) => count(name) >= max)) return null;
      for (const [name] of names) change(name, 1);
      return () => {
        for (const [name] of names) change(name, -1);
      };
    },
  };
}
