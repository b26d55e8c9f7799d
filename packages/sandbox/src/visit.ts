/**
 * The order in which visits enter a sandbox. If there are several slots, one owner never has all of them: one stays
 * free for other owners.
 */
import { createSemaphore, type Leave } from '@farebox/kernel';

/** One use of a sandbox by one owner. */
export interface Visit {
  /** The owner of the processed data. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Called at the end with the processor time that was used, whether the visit succeeded or not. */
  readonly usedCpu?: (seconds: number) => void;
}

/** The returned function waits for a slot, and rejects with the signal's reason. */
export function createSlots(size: number): (visit: Visit) => Promise<Leave> {
  const slots = createSemaphore({ slots: size, slotsPerKey: Math.max(1, size - 1) });
  return async ({ owner, signal }) => {
    const leave = await slots.take({ key: owner, signal });
    if (leave === null) throw signal.reason;
    return leave;
  };
}
