/**
 * What a worker does next with an execution it holds, as a pure function of what it knows. The shell acts on the decision,
 * adds what came of it to the progress, and asks again.
 */
import type { StepPlan } from '@farebox/catalog';
import type { FailureReason, ReviewReason } from '@farebox/contract';
import { CANCELLED, type Ending, OVERDUE, failedFor } from '@farebox/executions';
import type { Engine } from '@farebox/kernel';

/** Why the work on an execution has to stop, from outside of it. */
export type StopReason = 'lost' | 'cancel' | 'deadline' | 'shutdown';

/** How the step that was run last did not succeed. */
export type Failure =
  | { readonly kind: 'for_good'; readonly reason: FailureReason }
  /** The provider confirmed that it stopped. */
  | { readonly kind: 'cancelled' }
  /** Nobody can tell whether the paid call took effect. */
  | { readonly kind: 'unknown'; readonly reason: ReviewReason }
  /** Nothing was tried. */
  | { readonly kind: 'later'; readonly afterSeconds: number }
  /** Anything unexpected; it may go better next time. */
  | { readonly kind: 'crash' };

export interface Progress {
  readonly engine: Engine;
  readonly plan: readonly Pick<StepPlan, 'engine'>[];
  /** Steps done, those not yet recorded included. */
  readonly done: number;
  /** Of those done, how many the database does not have yet. */
  readonly unrecorded: number;
  /** Claims so far, this one included. */
  readonly attempts: number;
  readonly stop: StopReason | null;
  readonly failure: Failure | null;
  /** A paid call of the next step was begun and has no outcome: the execution cannot end without one. */
  readonly open: boolean;
  /** It was claimed for a look at such a call; nothing may be sent. */
  readonly inReview: boolean;
}

export type Decision =
  /** Run this step of the plan. */
  | { readonly kind: 'run'; readonly index: number }
  /** Record what is done; with an engine, leave the rest to it. */
  | { readonly kind: 'record'; readonly handOver: Engine | null }
  | { readonly kind: 'finish'; readonly ending: Ending }
  /** Leave it; the next attempt may begin after this pause. Not counted: it was none. */
  | { readonly kind: 'retry'; readonly afterSeconds: number; readonly counted: boolean }
  /** Leave it to the review of the next step's call, with its hold. */
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  /** Leave it unharmed to another worker. */
  | { readonly kind: 'hand_back' }
  /** It is somebody else's: touch nothing. */
  | { readonly kind: 'stop' };

/** Claims of one execution that may end in a crash, of the operation or of the whole worker. */
export const ATTEMPTS_MAX = 5;

const SUCCEEDED: Ending = { status: 'succeeded', statusReason: null, error: null };
const EXHAUSTED = failedFor('INTERNAL', 'attempts_exhausted');

export function decide(progress: Progress): Decision {
  const { plan, done, stop, failure } = progress;
  if (stop === 'lost') return { kind: 'stop' };
  if (failure?.kind === 'for_good') return finish(failedFor('INVALID_ARGUMENT', failure.reason));
  if (failure?.kind === 'unknown') return { kind: 'review', reason: failure.reason };
  if (failure?.kind === 'cancelled') return finish(stop === 'deadline' ? OVERDUE : CANCELLED);
  // What is done is delivered and charged, even when a cancel came meanwhile.
  if (done === plan.length && failure === null) return finish(SUCCEEDED);
  // In the database the call is still open, whatever this look learned.
  if (progress.inReview && failure !== null) return { kind: 'review', reason: 'look_up_failed' };
  return progress.open ? withOpenCall(progress) : withoutOpenCall(progress);
}

/** A cancel or a deadline is the operation's to act on: only it can learn what really arose. */
function withOpenCall({ stop, failure, attempts, inReview, done }: Progress): Decision {
  if (stop === 'shutdown') return { kind: 'hand_back' };
  const exhausted = failure?.kind === 'crash' ? attempts >= ATTEMPTS_MAX : attempts > ATTEMPTS_MAX;
  if (exhausted && !inReview) return { kind: 'review', reason: 'attempts_exhausted' };
  if (failure !== null) return pauseAfter(failure, attempts);
  return { kind: 'run', index: done };
}

function withoutOpenCall({ plan, done, unrecorded, stop, failure, attempts, engine, inReview }: Progress): Decision {
  if (stop === 'cancel') return finish(CANCELLED);
  // A look-up has a time limit of its own, and what crashed before the review is not held against what it found.
  if (stop === 'deadline' && !inReview) return finish(OVERDUE);
  if (failure !== null && stop === null) {
    return failure.kind === 'crash' && attempts >= ATTEMPTS_MAX ? finish(EXHAUSTED) : pauseAfter(failure, attempts);
  }
  if (attempts > ATTEMPTS_MAX && !inReview) return finish(EXHAUSTED);
  const next = plan[done]?.engine;
  // Out of a review into the queue again: the rest of the run time is counted anew by the next claim.
  const handOver = next !== undefined && (next !== engine || inReview) ? next : null;
  if (unrecorded > 0 || handOver !== null) return { kind: 'record', handOver };
  if (stop === 'shutdown') return { kind: 'hand_back' };
  return { kind: 'run', index: done };
}

const finish = (ending: Ending): Decision => ({ kind: 'finish', ending });

function pauseAfter(failure: Failure, attempts: number): Decision {
  if (failure.kind === 'later') return { kind: 'retry', afterSeconds: failure.afterSeconds, counted: false };
  return { kind: 'retry', afterSeconds: 2 ** attempts, counted: true };
}
