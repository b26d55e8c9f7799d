/** An execution that this process has claimed: its lease, its claim, and whether its work must stop. */
import { type ClaimedExecution, type LeasedExecution, leaseOf } from '@farebox/executions';
import type { StopReason } from './core/decide.ts';

export interface Leased extends LeasedExecution {
  readonly claimed: ClaimedExecution;
  readonly organizationId: string;
  /** Monotonic. */
  readonly sinceMs: number;
  readonly deadlineMs: number;
  /** Reported by its operations so far. */
  cpuSeconds: number;
  /**
   * At or before the database's lease end, because it counts from before the statement that set it. After it, nothing
   * new may be sent. Results are still written until the database reports that the claim is lost.
   */
  leaseEndsMs: number;
  /** The reason to stop; set once, by stopWork. */
  stop: StopReason | null;
  /** Progress of the running step from 0 to 1, if the operation knows it. */
  progress: { readonly step: number; readonly read: () => number } | null;
  readonly controller: AbortController;
  /** Aborts only for a lost claim or a shutdown. A paid result is kept in all other cases. */
  readonly leaving: AbortController;
}

export interface LeaseStart {
  /** Monotonic time before the claim was sent. */
  readonly sentMs: number;
  readonly leaseMs: number;
  readonly organizationId: string;
}

/** Time limit for the lookup of an execution under review, whose own run time has usually passed. */
const POLL_MS = 60_000;

export function hold(claimed: ClaimedExecution, { sentMs, leaseMs, organizationId }: LeaseStart): Leased {
  const leased: Leased = {
    ...leaseOf(claimed),
    claimed,
    organizationId,
    sinceMs: sentMs,
    cpuSeconds: 0,
    deadlineMs: sentMs + (claimed.inReview ? POLL_MS : claimed.secondsLeft * 1000),
    leaseEndsMs: sentMs + leaseMs,
    stop: null,
    progress: null,
    controller: new AbortController(),
    leaving: new AbortController(),
  };
  if (claimed.cancelRequested) stopWork(leased, 'cancel');
  else if (leased.deadlineMs <= sentMs) stopWork(leased, 'deadline');
  return leased;
}

/** The first reason stays, except that a lost claim overrides all: nothing can be written then. */
export function stopWork(leased: Leased, reason: StopReason): void {
  if (leased.stop !== null && reason !== 'lost') return;
  leased.stop = reason;
  const stopped = new WorkStopped(reason);
  leased.controller.abort(stopped);
  if (reason === 'lost' || reason === 'shutdown') leased.leaving.abort(stopped);
}

/** The abort reason that operations see. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`the work must stop: ${reason}`);
    this.reason = reason;
  }
}
