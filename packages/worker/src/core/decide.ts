/**
 * Decides the next action of a worker for an execution that it holds, as a pure function of the known progress. The
 * shell performs the action, adds its outcome to the progress, and calls the function again.
 */
import type { StepPlan } from '@farebox/catalog';
import { type FailureReason, type ReviewReason, STATUS_OF_FAILURE } from '@farebox/contract';
import { CANCELLED, type Ending, OVERDUE, failedFor } from '@farebox/executions';
import type { Engine } from '@farebox/kernel';

/** External reasons to stop the work on an execution. */
export type StopReason = 'lost' | 'cancel' | 'deadline' | 'shutdown';

/** How the last step failed. */
export type Failure =
  | { readonly kind: 'for_good'; readonly reason: FailureReason }
  /** The provider confirmed that the call was cancelled. */
  | { readonly kind: 'cancelled' }
  /** It is unknown whether the provider call took effect. */
  | { readonly kind: 'unknown'; readonly reason: ReviewReason }
  /** No provider call was attempted; the step is due again later. `waitsFor`: a place, all of which are taken. */
  | { readonly kind: 'later'; readonly afterSeconds: number; readonly waitsFor?: string }
  /** Any unexpected error; a retry may succeed. */
  | { readonly kind: 'crash' };

export interface Progress {
  readonly engine: Engine;
  readonly plan: readonly Pick<StepPlan, 'engine'>[];
  /** Number of completed steps, including unrecorded ones. */
  readonly done: number;
  /** Number of completed steps that the database does not have yet. */
  readonly unrecorded: number;
  /** Number of claims so far, including this one. */
  readonly attempts: number;
  readonly stop: StopReason | null;
  readonly failure: Failure | null;
  /** A provider call of the next step was started and has no outcome; the execution cannot end without one. */
  readonly open: boolean;
  /** The execution was claimed for a lookup of such a call; nothing may be sent. */
  readonly inReview: boolean;
}

export type Decision =
  /** Run this step of the plan. */
  | { readonly kind: 'run'; readonly index: number }
  /** Record the completed steps. With an engine, hand the rest over to it. */
  | { readonly kind: 'record'; readonly handOver: Engine | null }
  | { readonly kind: 'finish'; readonly ending: Ending }
  /** Release the execution; the next attempt may begin after this pause. An uncounted pause is not an attempt, and a wait is no run time. */
  | { readonly kind: 'retry'; readonly afterSeconds: number; readonly counted: boolean; readonly waitsFor?: string }
  /** Leave the execution under review for the next step's call, and keep its hold. */
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  /** Hand the execution back to another worker. */
  | { readonly kind: 'hand_back' }
  /** Another worker has the execution: write nothing. */
  | { readonly kind: 'stop' };

/** Maximum number of claims of one execution that end in a crash, of the operation or of the whole worker. */
export const ATTEMPTS_MAX = 5;

const SUCCEEDED: Ending = { status: 'succeeded', statusReason: null, error: null };
const EXHAUSTED = failedFor('INTERNAL', 'attempts_exhausted');

export function decide(progress: Progress): Decision {
  const { plan, done, stop, failure } = progress;
  if (stop === 'lost') return { kind: 'stop' };
  if (failure?.kind === 'for_good') return finish(failedFor(STATUS_OF_FAILURE[failure.reason], failure.reason));
  if (failure?.kind === 'unknown') return { kind: 'review', reason: failure.reason };
  if (failure?.kind === 'cancelled') return finish(stop === 'deadline' ? OVERDUE : CANCELLED);
  // A completed execution is delivered and charged, even if a cancel arrived meanwhile.
  if (done === plan.length && failure === null) return finish(SUCCEEDED);
  // In the database the call is still open, whatever this lookup found.
  if (progress.inReview && failure !== null) return { kind: 'review', reason: 'look_up_failed' };
  return progress.open ? withOpenCall(progress) : withoutOpenCall(progress);
}

/** The operation itself must handle a cancel or a deadline, because only it can learn the real cost. */
function withOpenCall({ stop, failure, attempts, inReview, done }: Progress): Decision {
  if (stop === 'shutdown') return { kind: 'hand_back' };
  const exhausted = failure?.kind === 'crash' ? attempts >= ATTEMPTS_MAX : attempts > ATTEMPTS_MAX;
  if (exhausted && !inReview) return { kind: 'review', reason: 'attempts_exhausted' };
  if (failure !== null) return pauseAfter(failure, attempts);
  return { kind: 'run', index: done };
}

function withoutOpenCall({ plan, done, unrecorded, stop, failure, attempts, engine, inReview }: Progress): Decision {
  if (stop === 'cancel') return finish(CANCELLED);
  // A lookup has its own time limit, and crashes before the review do not count against its result.
  if (stop === 'deadline' && !inReview) return finish(OVERDUE);
  if (failure !== null && stop === null) {
    return failure.kind === 'crash' && attempts >= ATTEMPTS_MAX ? finish(EXHAUSTED) : pauseAfter(failure, attempts);
  }
  if (attempts > ATTEMPTS_MAX && !inReview) return finish(EXHAUSTED);
  const next = plan[done]?.engine;
  // From a review back into the queue: the next claim starts the run time again.
  const handOver = next !== undefined && (next !== engine || inReview) ? next : null;
  if (unrecorded > 0 || handOver !== null) return { kind: 'record', handOver };
  if (stop === 'shutdown') return { kind: 'hand_back' };
  return { kind: 'run', index: done };
}

const finish = (ending: Ending): Decision => ({ kind: 'finish', ending });

function pauseAfter(failure: Failure, attempts: number): Decision {
  if (failure.kind === 'later') return { ...failure, kind: 'retry', counted: false };
  return { kind: 'retry', afterSeconds: 2 ** attempts, counted: true };
}
