/** Computes the status of a step for clients from its row and its execution. Pure; uses no clock. */
import type { ExecutionStatus, StepStatus } from '@farebox/contract';
import { isTerminal } from '../core/states.ts';

/** Status in `execution_step`. A step that was never started has no row. */
export type StoredStepStatus = 'pending' | 'dispatching' | 'submitted' | 'unknown' | 'succeeded' | 'failed';

export interface StepFacts {
  /** Null if it has no row. */
  readonly stored: StoredStepStatus | null;
  readonly execution: ExecutionStatus;
  /** True if every step before it has succeeded and it has not. */
  readonly isNext: boolean;
  /** True if a worker has claimed the execution. */
  readonly wasStarted: boolean;
}

export function wireStepStatus(facts: StepFacts): StepStatus {
  switch (facts.stored) {
    case null:
    case 'pending': // a provider call was retracted: none is in progress
      return unbegun(facts);
    case 'dispatching':
    case 'submitted':
      return isTerminal(facts.execution) ? 'unknown' : 'running';
    case 'failed':
      return facts.execution === 'cancelled' ? 'cancelled' : 'failed';
    case 'unknown':
    case 'succeeded':
      return facts.stored;
  }
}

function unbegun({ execution, isNext, wasStarted }: StepFacts): StepStatus {
  if (!isTerminal(execution)) return isNext && execution === 'running' ? 'running' : 'pending';
  const wasInHand = isNext && wasStarted;
  return wasInHand && (execution === 'failed' || execution === 'cancelled') ? execution : 'skipped';
}
