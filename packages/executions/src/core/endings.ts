/** How an execution ends that did not succeed; whoever ends it, a worker or the keeper, says the same. */
import type { CancelReason, ExecutionStatus, FailureReason, FailureStatus } from '@farebox/contract';

export interface Ending {
  readonly status: Extract<ExecutionStatus, 'succeeded' | 'failed' | 'cancelled'>;
  readonly statusReason: FailureReason | CancelReason | null;
  readonly error: { readonly status: FailureStatus; readonly message: FailureReason } | null;
}

export const failedFor = (status: FailureStatus, message: FailureReason): Ending => ({
  status: 'failed',
  statusReason: message,
  error: { status, message },
});

/** The database says `cancel_after` where the client's own time limit did it. */
export const CANCELLED: Ending = { status: 'cancelled', statusReason: 'cancelled_by_request', error: null };
export const OVERDUE = failedFor('DEADLINE_EXCEEDED', 'deadline_exceeded');
export const OUTCOME_UNKNOWN = failedFor('UNAVAILABLE', 'outcome_unknown');
