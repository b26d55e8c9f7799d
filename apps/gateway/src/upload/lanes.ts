/** Places by name: of a project, of an organization. Whoever fills its own stands only in its own way. */
import { type Semaphore, createSemaphore } from '@tollgate/kernel';
import { unavailable } from '../call/failure.ts';

/** So many places for each name, given out in the order of asking; a name that nobody has or waits for is forgotten. */
export function createLanes(
  placesMax: number,
  { waitMs, waitingMax }: { readonly waitMs: number; readonly waitingMax: number },
) {
  const lanes = new Map<string, Semaphore>();
  return {
    /** Answers what gives the place back, to be called once. Throws `service_unavailable`. */
    async take(name: string): Promise<() => void> {
      const lane = lanes.get(name) ?? createSemaphore(placesMax);
      lanes.set(name, lane);
      const isFull = lane.isFull() && lane.waiting() >= waitingMax;
      if (isFull || !(await lane.take({ timeoutMs: waitMs }))) throw unavailable('service_unavailable');
      return () => {
        lane.give();
        if (lane.isIdle()) lanes.delete(name);
      };
    },
  };
}

/**
 * One at a time, an organization's next behind those of all others that wait: each has one that waits among all. `take` answers what gives the turn to the
 * next, and throws `service_unavailable`.
 */
export function createFairTurn({ waitMs, waitingMax }: { readonly waitMs: number; readonly waitingMax: number }) {
  const turn = createSemaphore(1);
  const organizations = createLanes(1, { waitMs, waitingMax });
  return {
    async take(organizationId: string): Promise<() => void> {
      const leave = await organizations.take(organizationId);
      if (!(await turn.take({ timeoutMs: waitMs }))) {
        leave();
        throw unavailable('service_unavailable');
      }
      return () => {
        turn.give();
        leave();
      };
    },
  };
}
