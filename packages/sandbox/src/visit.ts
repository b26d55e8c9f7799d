/**
 * The order in which visits enter a sandbox. If there are several slots, one organization never has all of them:
 * one stays free for others.
 */
import { createSemaphore, type Leave } from '@farebox/kernel';

/** One use of a sandbox by one owner. */
export interface Visit {
  /** The owner of the processed data. */
  readonly owner: string;
  /** Owners of one organization share its slots, and it takes turns with others. Default: the owner itself. */
  readonly organizationId?: string;
  readonly signal: AbortSignal;
  /** Called at the end with the processor time that was used, whether the visit succeeded or not. */
  readonly usedCpu?: (seconds: number) => void;
}

/** The returned function waits for a slot, and rejects with the signal's reason. */
export function createSlots(size: number): (visit: Visit) => Promise<Leave> {
  const slots = createSemaphore({ slots: size, slotsPerKey: Math.max(1, size - 1) });
  return async ({ owner, organizationId = owner, signal }) => {
    const leave = await slots.take({ key: organizationId, signal });
    if (leave === null) throw signal.reason;
    return leave;
  };
}
