/** A queue in which owners take turns: whoever has many things waiting waits behind everybody's next one. */

export interface Turns<T> {
  add(owner: string, item: T): void;
  /** The next one; undefined when nothing waits. */
  take(): T | undefined;
}

export function createTurns<T>(): Turns<T> {
  /** In the order of their turns; none of the lists is empty. */
  const waiting = new Map<string, T[]>();
  return {
    add(owner, item) {
      const items = waiting.get(owner);
      if (items === undefined) waiting.set(owner, [item]);
      else items.push(item);
    },
    take() {
      const [turn] = waiting;
      if (turn === undefined) return undefined;
      const [owner, items] = turn;
      const item = items.shift();
      waiting.delete(owner);
      if (items.length > 0) waiting.set(owner, items);
      return item;
    },
  };
}
