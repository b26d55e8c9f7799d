/** Who may run now. Of several places one is never an owner's who has all others: it is for whoever comes. */
import { createSemaphore, type Semaphore } from '@tollgate/kernel';

/** Somebody's turn in a sandbox. */
export interface Visit {
  /** Whose bytes these are. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Told at the end of processor time that was taken, however it ended. */
  readonly usedCpu?: (seconds: number) => void;
}

/** An owner waits among its own before it waits among all, so that a crowd of one never stands before somebody else. */
export function createFairPlaces(size: number) {
  const all = createSemaphore(size);
  const owners = new Map<string, Semaphore>();

  function ofOwner(owner: string): Semaphore {
    const known = owners.get(owner) ?? createSemaphore(Math.max(1, size - 1));
    owners.set(owner, known);
    return known;
  }

  function leave(owner: string, own: Semaphore): void {
    own.give();
    if (own.isIdle()) owners.delete(owner);
  }

  return {
    async take({ owner, signal }: Visit): Promise<boolean> {
      const own = ofOwner(owner);
      if (!(await own.take({ signal }))) return false;
      if (await all.take({ signal })) return true;
      leave(owner, own);
      return false;
    },
    give({ owner }: Visit): void {
      all.give();
      leave(owner, ofOwner(owner));
    },
  };
}
