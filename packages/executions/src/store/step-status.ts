/** A step as clients see it, from what is stored of it and of its execution. Pure; it never looks at a clock. */
import type { ExecutionStatus, StepStatus } from '@farebox/contract';
import { isTerminal } from '../core/states.ts';

/** As `execution_step` has it. A step that nobody began has no row. */
export type StoredStepStatus = 'pending' | 'dispatching' | 'submitted' | 'unknown' | 'succeeded' | 'failed';

export interface StepPlace {
  /** Null: it has no row. */
  readonly stored: StoredStepStatus | null;
  readonly execution: ExecutionStatus;
  /** Every step before it has succeeded, and it has not. */
  readonly isNext: boolean;
  /** A worker has had the execution. */
  readonly wasStarted: boolean;
}

export function wireStepStatus(place: StepPlace): StepStatus {
  switch (place.stored) {
    case null:
    case 'pending': // a paid call was taken back: nothing is under way
      return unbegun(place);
    case 'dispatching':
    case 'submitted':
      return isTerminal(place.execution) ? 'unknown' : 'running';
    case 'failed':
      return place.execution === 'cancelled' ? 'cancelled' : 'failed';
    case 'unknown':
    case 'succeeded':
      return place.stored;
  }
}

function unbegun({ execution, isNext, wasStarted }: StepPlace): StepStatus {
  if (!isTerminal(execution)) return isNext && execution === 'running' ? 'running' : 'pending';
  const wasInHand = isNext && wasStarted;
  return wasInHand && (execution === 'failed' || execution === 'cancelled') ? execution : 'skipped';
}
