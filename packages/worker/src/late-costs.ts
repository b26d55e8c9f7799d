/**
 * Records the provider's cost for a response that arrived after its execution was claimed by another worker or had
 * ended. The cost is borne by the operator if the end was booked without it. The customer is never charged. A failure
 * here loses the record, never a response.
 */
import type { StepCost, WorkerStore } from '@farebox/executions';
import type { Micros } from '@farebox/kernel';
import type { Observer } from './observer.ts';

export interface LateCosts {
  readonly projectId: string;
  readonly executionId: string;
  readonly costs: readonly StepCost[];
}

/** Never rejects. */
export async function noteLateCosts(
  { projectId, executionId, costs }: LateCosts,
  { store, observer }: { readonly store: Pick<WorkerStore, 'statedLate'>; readonly observer: Observer },
): Promise<void> {
  for (const { index: step, basis } of costs) {
    const knownMicros = known(basis);
    if (knownMicros === null) continue;
    const booked = { projectId, executionId, step };
    await store.statedLate(booked, knownMicros).then(
      (borneMicros) => {
        if (borneMicros === null) return; // it is booked, or the worker that takes the response will book it
        observer.warn('its execution has ended', 'a response arrived too late, and is not charged', {
          ...booked,
          borneMicros: String(borneMicros),
        });
      },
      (error: unknown) => observer.warn(error, 'the cost of a late response could not be recorded', booked),
    );
  }
}

/** A cost that will be looked up later is not estimated now. */
const known = (basis: StepCost['basis']): Micros | null =>
  basis === undefined
    ? null
    : (basis.statedMicros ?? (basis.invoiceAfterSeconds === null ? basis.derivedMicros : null));
