/** A list of names to draw from, in order of arrival, with the subset that is still open. */

export interface Bag {
  readonly all: readonly string[];
  readonly open: readonly string[];
  readonly add: (name: string) => void;
  readonly close: (name: string) => void;
}

export function createBag(): Bag {
  const all: string[] = [];
  const open: string[] = [];
  /** Index of each name in `open`. */
  const at = new Map<string, number>();
  return {
    all,
    open,
    add(name) {
      all.push(name);
      at.set(name, open.push(name) - 1);
    },
    close(name) {
      const last = open.pop() as string;
      const index = at.get(name) as number;
      at.delete(name);
      if (last === name) return;
      open[index] = last;
      at.set(last, index);
    },
  };
}
