/**
 * The states of an execution as one complete transition table. The database refuses every other transition
 * (execution_edge_allowed), and ARCHITECTURE.md shows this table: a test compares all three.
 */
import type { ExecutionStatus } from '@farebox/contract';

export interface Edge {
  readonly to: ExecutionStatus;
  readonly cause: string;
  readonly money: string;
}

export const TRANSITIONS: Readonly<Record<ExecutionStatus, readonly Edge[]>> = {
  queued: [
    { to: 'running', cause: 'a worker claims it', money: 'held stays' },
    { to: 'cancelled', cause: 'cancel wins against the claim', money: 'all released, charged 0' },
  ],
  running: [
    {
      to: 'succeeded',
      cause: 'every step is recorded',
      money: 'charge = max(minimum, measured) ≤ held; rest released',
    },
    {
      to: 'failed',
      cause: 'a step failed for good, attempts used up, or deadline',
      money: 'charge = external cost that really arose, except of what cannot be delivered; rest released',
    },
    { to: 'cancelled', cause: 'cancel seen at a step boundary, or the work aborted', money: 'as failed' },
    { to: 'needs_review', cause: 'a paid external call has an unknown outcome', money: 'held stays' },
  ],
  needs_review: [
    { to: 'running', cause: 'evidence arrived and steps are left', money: 'held stays' },
    { to: 'succeeded', cause: 'evidence of success', money: 'verified cost, ≤ held; rest released' },
    {
      to: 'failed',
      cause: 'evidence of failure, or none by resolveBy, in the store either',
      money: 'only verified cost; rest released',
    },
    { to: 'cancelled', cause: 'evidence that it was cancelled', money: 'verified cost, ≤ held; rest released' },
  ],
  succeeded: [],
  failed: [],
  cancelled: [],
};

/** Terminal statuses never change. */
export const isTerminal = (status: ExecutionStatus): boolean => TRANSITIONS[status].length === 0;

export const canBecome = (from: ExecutionStatus, to: ExecutionStatus): boolean =>
  TRANSITIONS[from].some((edge) => edge.to === to);
