/** A bounded number of places for looks that run at once. Nothing is queued here but the few who wait for a place. */
import { invariant } from '@tollgate/kernel';

export interface Slots {
  /** True once a place is taken; false after `timeoutMs`, or once the slots are shut. */
  take(timeoutMs: number): Promise<boolean>;
  give(): void;
  /** Resolves as soon as a place is free, without taking it, or the slots are shut. */
  free(): Promise<void>;
  /** Resolves as soon as no place is taken. */
  idle(): Promise<void>;
  /** From now on no place is given out. */
  shut(): void;
}

export function createSlots(count: number): Slots {
  invariant(Number.isInteger(count) && count > 0, 'slots are a positive number');
  let taken = 0;
  let open = true;
  /** Asked again, oldest first, whenever something changed. */
  const watchers = new Set<() => void>();

  function until(condition: () => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        watchers.delete(watch);
        clearTimeout(timer);
        resolve();
      };
      const watch = () => void (condition() && finish());
      const timer = Number.isFinite(timeoutMs) ? setTimeout(finish, timeoutMs) : undefined;
      watchers.add(watch);
      watch();
    });
  }

  const changed = () => {
    for (const watch of watchers) watch();
  };

  return {
    async take(timeoutMs) {
      let got = false;
      await until(() => !open || (taken < count && (taken++, (got = true))), timeoutMs);
      return got;
    },
    free: () => until(() => !open || taken < count, Infinity),
    idle: () => until(() => taken === 0, Infinity),
    give() {
      invariant(taken > 0, 'a slot is given back once');
      taken--;
      changed();
    },
    shut() {
      open = false;
      changed();
    },
  };
}
