/**
 * What a provider took for a response that came when its execution was somebody else's, or over: noted against the operator where the
 * end was booked without it. It charges nobody, and whatever fails here loses a note, never a response.
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
        if (borneMicros === null) return; // it is booked, or will be by whoever takes the response
        observer.warn('its execution was over', 'a response came too late, and is not charged', {
          ...booked,
          borneMicros: String(borneMicros),
        });
      },
      (error: unknown) => observer.warn(error, 'the cost of a late response could not be noted', booked),
    );
  }
}

/** What a provider will be asked for later is not guessed now. */
const known = (basis: StepCost['basis']): Micros | null =>
  basis === undefined
    ? null
    : (basis.statedMicros ?? (basis.invoiceAfterSeconds === null ? basis.derivedMicros : null));
