/** Whose turn it is in a sandbox. Of several places one is never an owner's who has all others: it is for whoever comes. */
import { createSemaphore, type Leave } from '@farebox/kernel';

/** Somebody's turn in a sandbox. */
export interface Visit {
  /** Whose bytes these are. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Told at the end of processor time that was taken, however it ended. */
  readonly usedCpu?: (seconds: number) => void;
}

/** The function that it returns waits for a place, and rejects with the signal's reason. */
export function createPlaces(size: number): (visit: Visit) => Promise<Leave> {
  const places = createSemaphore({ places: size, placesPerKey: Math.max(1, size - 1) });
  return async ({ owner, signal }) => {
    const leave = await places.take({ key: owner, signal });
    if (leave === null) throw signal.reason;
    return leave;
  };
}
