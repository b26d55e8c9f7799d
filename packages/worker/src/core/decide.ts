/**
 * What a worker does next with an execution it holds, as a pure function of what it knows. The shell acts on the answer,
 * adds what came of it to the progress, and asks again.
 */
import type { StepPlan } from '@tollgate/catalog';
import type { Engine } from '@tollgate/kernel';

/** Why the work on an execution has to stop, from outside of it. */
export type StopReason = 'lost' | 'cancel' | 'deadline' | 'shutdown';

/** How the step that was run last did not succeed. `crash`: anything unexpected; it may go better next time. */
export type Failure = { readonly kind: 'for_good'; readonly reason: string } | { readonly kind: 'crash' };

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
}

export interface Ending {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  readonly statusReason: string | null;
  readonly error: { readonly status: string; readonly message: string } | null;
}

export type Decision =
  /** Run this step of the plan. */
  | { readonly kind: 'run'; readonly index: number }
  /** Record what is done; with an engine, leave the rest to it. */
  | { readonly kind: 'record'; readonly handOver: Engine | null }
  | { readonly kind: 'finish'; readonly ending: Ending }
  /** Leave it; the attempt counts, and the next one may begin after this pause. */
  | { readonly kind: 'retry'; readonly afterSeconds: number }
  /** Leave it unharmed to another worker. */
  | { readonly kind: 'hand_back' }
  /** It is somebody else's: touch nothing. */
  | { readonly kind: 'stop' };

/** Claims of one execution that may end in a crash, of the operation or of the whole worker. */
export const ATTEMPTS_MAX = 5;

const SUCCEEDED: Ending = { status: 'succeeded', statusReason: null, error: null };
const CANCELLED: Ending = { status: 'cancelled', statusReason: 'cancelled_by_request', error: null };

const failed = (status: string, message: string): Ending => ({
  status: 'failed',
  statusReason: message,
  error: { status, message },
});

export function decide(progress: Progress): Decision {
  const { plan, done, unrecorded, stop, failure, attempts, engine } = progress;
  const next = plan[done];
  if (stop === 'lost') return { kind: 'stop' };
  if (failure?.kind === 'for_good') return finish(failed('INVALID_ARGUMENT', failure.reason));
  // What is done is delivered and charged, even when a cancel came meanwhile.
  if (next === undefined && failure === null) return finish(SUCCEEDED);
  if (stop === 'cancel') return finish(CANCELLED);
  if (stop === 'deadline') return finish(failed('DEADLINE_EXCEEDED', 'deadline_exceeded'));
  if (failure !== null && stop === null) return afterCrash(attempts);
  if (attempts > ATTEMPTS_MAX) return finish(failed('INTERNAL', 'attempts_exhausted'));
  const handOver = next !== undefined && next.engine !== engine ? next.engine : null;
  if (unrecorded > 0 || handOver !== null) return { kind: 'record', handOver };
  if (stop === 'shutdown') return { kind: 'hand_back' };
  return { kind: 'run', index: done };
}

const finish = (ending: Ending): Decision => ({ kind: 'finish', ending });

function afterCrash(attempts: number): Decision {
  if (attempts >= ATTEMPTS_MAX) return finish(failed('INTERNAL', 'attempts_exhausted'));
  return { kind: 'retry', afterSeconds: 2 ** attempts };
}
