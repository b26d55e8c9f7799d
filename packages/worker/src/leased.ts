/** An execution in this process's hands: until when, by which claim, and whether its work has to stop. */
import { type ClaimedExecution, type LeasedExecution, leaseOf } from '@farebox/executions';
import type { StopReason } from './core/decide.ts';

export interface Leased extends LeasedExecution {
  /** Monotonic. */
  readonly sinceMs: number;
  readonly deadlineMs: number;
  /** That its operations have told of. */
  cpuSeconds: number;
  /**
   * No later than the database thinks: counted from before the call that set it. After it nothing new may be sent; what was done is
   * written all the same, until the database says that the claim is lost.
   */
  leaseEndsMs: number;
  /** Set once, by stopWork. */
  stop: StopReason | null;
  /** How far its running step is, where the operation knows: 0 to 1. */
  progress: { readonly step: number; readonly read: () => number } | null;
  readonly controller: AbortController;
  /** Only for a lost claim and a shutdown: what was paid for is kept, whatever else happens. */
  readonly leaving: AbortController;
}

export interface LeaseStart {
  /** Monotonic, from before the claim was sent. */
  readonly sentMs: number;
  readonly leaseMs: number;
}

/** How long a look at an execution under review may take; its own run time has commonly passed. */
const POLL_MS = 60_000;

export function hold(claimed: ClaimedExecution, { sentMs, leaseMs }: LeaseStart): Leased {
  const leased: Leased = {
    ...leaseOf(claimed),
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

/** The first reason stays, except that a lost claim outweighs all: nothing can be written then. */
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
    super(`the work has to stop: ${reason}`);
    this.reason = reason;
  }
}
