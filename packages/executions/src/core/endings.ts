/** Endings of executions without success; workers and the keeper use the same values. */
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

/** The database replaces the reason by `cancel_after` if the client's time limit caused the end. */
export const CANCELLED: Ending = { status: 'cancelled', statusReason: 'cancelled_by_request', error: null };
export const OVERDUE = failedFor('DEADLINE_EXCEEDED', 'deadline_exceeded');
export const OUTCOME_UNKNOWN = failedFor('UNAVAILABLE', 'outcome_unknown');
