/** The places of a worker: an execution has one from before its claim until its end. */
import type { ClaimedExecution, ExecutionRef, WorkerStore } from '@farebox/executions';
import { boundedMap, type Clock } from '@farebox/kernel';
import { createTurns, type Tenant, type Turns } from './turns.ts';

export interface Claimed {
  /** Monotonic time before the claim was sent; its lease counts from there. */
  readonly sentMs: number;
  readonly claimed: ClaimedExecution;
  readonly organizationId: string;
  /** Gives the place back; called once, at the end. */
  readonly leave: () => void;
}

export interface Places {
  readonly turns: Turns;
  /** Takes the place at once, so that no other job can take it meanwhile. Null if there is nothing to claim. */
  readonly claim: (execution: ExecutionRef & Tenant) => Promise<Claimed | null>;
  /** Notes that a chosen execution could not be claimed: another worker has it, or must. */
  readonly passOver: (executionId: string) => void;
  /** Whether it has a place, or was passed over a moment ago. */
  readonly isTaken: (executionId: string) => boolean;
}

export interface PlacesOptions {
  readonly store: Pick<WorkerStore, 'claim'>;
  readonly concurrency: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called when an execution leaves while all places were in use. */
  readonly onFull: () => void;
}

/** How long an execution is not chosen again. */
const PASSED_MS = 5000;
const PASSED_MAX = 1000;

export function createPlaces({ store, concurrency, clock, onFull }: PlacesOptions): Places {
  const turns = createTurns({ placesForAll: concurrency });
  const inHand = new Set<string>();
  const passedUntilMs = boundedMap<number>(PASSED_MAX);

  return {
    turns,
    async claim(execution) {
      const sentMs = clock.monotonicMs();
      const giveBack = turns.begin(execution);
      inHand.add(execution.id);
      const leave = (): void => {
        if (turns.running() >= concurrency) onFull();
        inHand.delete(execution.id);
        giveBack((clock.monotonicMs() - sentMs) / 1000);
      };
      let claimed: ClaimedExecution | null = null;
      try {
        claimed = await store.claim(execution);
      } finally {
        if (claimed === null) leave();
      }
      return claimed && { sentMs, claimed, organizationId: execution.organizationId, leave };
    },
    passOver: (id) => passedUntilMs.set(id, clock.monotonicMs() + PASSED_MS),
    isTaken: (id) => inHand.has(id) || (passedUntilMs.get(id) ?? -Infinity) > clock.monotonicMs(),
  };
}
