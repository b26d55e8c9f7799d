/** A bounded number of places for what runs at once, given out in the order of asking. It holds nobody but who waits for a place. */
import { invariant } from './assert.ts';

export interface Semaphore {
  /** True once a place is taken; false after `timeoutMs`, once `signal` aborts, or once it is shut. */
  take(limits?: { readonly timeoutMs?: number; readonly signal?: AbortSignal }): Promise<boolean>;
  give(): void;
  isFull(): boolean;
  /** How many wait for a place or for one to be free. */
  waiting(): number;
  /** Nobody has a place, and nobody waits. */
  isIdle(): boolean;
  /** Resolves as soon as a place is free, without taking it, or it is shut. */
  free(): Promise<void>;
  /** Resolves as soon as no place is taken. */
  idle(): Promise<void>;
  /** From now on no place is given out. */
  shut(): void;
}

interface Waiting {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export function createSemaphore(count: number): Semaphore {
  invariant(Number.isInteger(count) && count > 0, 'a semaphore has a positive number of places');
  let taken = 0;
  let open = true;
  /** Asked again, oldest first, whenever something changed. */
  const watchers = new Set<() => void>();

  function until(condition: () => boolean, { timeoutMs, signal }: Waiting): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        watchers.delete(watch);
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const watch = () => void (condition() && finish());
      const timer = timeoutMs === undefined ? undefined : setTimeout(finish, timeoutMs);
      signal?.addEventListener('abort', finish, { once: true });
      watchers.add(watch);
      watch();
    });
  }

  const changed = () => {
    for (const watch of watchers) watch();
  };

  return {
    async take(limits = {}) {
      if (limits.signal?.aborted === true) return false;
      let got = false;
      await until(() => !open || (taken < count && (taken++, (got = true))), limits);
      return got;
    },
    isFull: () => taken >= count,
    waiting: () => watchers.size,
    isIdle: () => taken === 0 && watchers.size === 0,
    free: () => until(() => !open || taken < count, {}),
    idle: () => until(() => taken === 0, {}),
    give() {
      invariant(taken > 0, 'a place is given back once');
      taken--;
      changed();
    },
    shut() {
      open = false;
      changed();
    },
  };
}
