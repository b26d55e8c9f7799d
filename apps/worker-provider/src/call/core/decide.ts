/**
 * Decides the next action for one provider call, as a pure function of its state. Its rules: the intent is committed
 * before every send. A call that may have arrived is sent again only under a token that the provider honours, and only
 * for a limited time. Nothing is sent during a review or after a cancel. An unsettled outcome is reported as unknown,
 * never guessed.
 */
import type { ReviewReason } from '@farebox/contract';
import type { Bounds, CallDecision, CallEvent, CallState } from './state.ts';

const TRY_LATER_SECONDS = 10;
const PAUSE_SECONDS_MAX = 5;
const CANCEL_ASKS_MAX = 3;

export function decide(state: CallState, bounds: Bounds): CallDecision {
  const { stop, event, unsettledSends } = state;
  // A worker that has lost the claim still has the response, which the worker with the new claim may lack.
  if (stop === 'lost') return event.kind === 'settled' ? { kind: 'finish' } : { kind: 'stop' };
  if (state.ref === 'known' && (event.kind === 'running' || event.kind === 'settled')) return { kind: 'record_ref' };
  if (event.kind === 'settled') return { kind: 'finish' };
  if (event.kind === 'output_unavailable') return afterLostOutput(state);
  if (event.kind === 'not_delivered' && unsettledSends === 0) {
    return { kind: 'retract', retryAfterSeconds: event.retryAfterSeconds };
  }
  // An intent without a send must not look like a call that may have arrived.
  if (event.kind === 'committed' && stop !== null && unsettledSends === 0) {
    return { kind: 'retract', retryAfterSeconds: null };
  }
  if (stop === 'shutdown') return { kind: 'stop' };
  if (state.inReview) return settleWithoutSending(state, { ...bounds, spentSeconds: state.runSeconds });
  if (stop !== null) return afterCancel(state, bounds);
  if (state.phase === 'pending') return begin(state);
  return state.ref === 'none' ? settleUnnamed(state, bounds) : settleNamed(state, bounds);
}

function begin({ event, circuitOpen }: CallState): CallDecision {
  if (event.kind === 'retracted') return tryLater(event.retryAfterSeconds);
  return circuitOpen ? tryLater(null) : { kind: 'dispatch', pauseSeconds: 0 };
}

const tryLater = (afterSeconds: number | null): CallDecision => ({
  kind: 'try_later',
  afterSeconds: afterSeconds ?? TRY_LATER_SECONDS,
});

/** A success is delivered as long as there is time to download it. */
function afterLostOutput({ stop, inReview }: CallState): CallDecision {
  if (stop === 'shutdown') return { kind: 'stop' };
  if (stop !== null) return { kind: 'give_up_output' };
  return inReview ? { kind: 'unknown', reason: 'provider_output_unavailable' } : tryLater(null);
}

/** Without a send nothing has happened, so there is nothing to settle. */
function afterCancel(state: CallState, bounds: Bounds): CallDecision {
  if (state.phase === 'pending') return { kind: 'stop' };
  return settleWithoutSending(state, { ...bounds, spentSeconds: state.stoppedSeconds });
}

/** Settles only by cancel and lookup, for a limited time. */
function settleWithoutSending(
  state: CallState,
  { learnSeconds, spentSeconds }: Bounds & { readonly spentSeconds: number },
): CallDecision {
  const { supports, ref, event } = state;
  if (ref !== 'none' && supports.cancel && wantsCancel(state)) {
    return { kind: 'cancel', pauseSeconds: state.cancelAsks === 0 ? 0 : pauseOf(state) };
  }
  const lookup = lookupOf(state);
  if (lookup === null) return unknownAfter(event);
  // A review looks again later anyway, so it only waits for a call that is still running.
  const isWorthwhile = !state.inReview || event.kind === 'start' || event.kind === 'running';
  return isWorthwhile && spentSeconds < learnSeconds ? lookup : unknownAfter(event);
}

/** A review has no deadline: a call that still runs may yet be delivered. */
const wantsCancel = ({ stop, inReview, cancelAsks, cancelHeard }: CallState): boolean =>
  (stop === 'cancel' || (stop === 'deadline' && !inReview)) && !cancelHeard && cancelAsks < CANCEL_ASKS_MAX;

/** The provider may or may not have the call, and has not returned an id. */
function settleUnnamed(state: CallState, { unknownSeconds }: Bounds): CallDecision {
  const { supports, ageSeconds, event, unsettledSends } = state;
  const lookup = lookupOf(state);
  if (event.kind === 'start' && lookup !== null) return lookup;
  if (event.kind === 'committed' && unsettledSends === 0) return { kind: 'send' };
  if (ageSeconds >= unknownSeconds) return unknownAfter(event);
  if (event.kind === 'committed') return { kind: 'send' };
  const wasLookedUp = event.kind === 'absent' || event.kind === 'silent';
  if (lookup !== null && !(wasLookedUp && supports.idempotency)) return lookup;
  if (supports.idempotency) return { kind: 'dispatch', pauseSeconds: pauseOf(state) };
  return unknownAfter(event);
}

function settleNamed(state: CallState, { unknownSeconds }: Bounds): CallDecision {
  return state.silentSeconds >= unknownSeconds
    ? unknownAfter(state.event)
    : { kind: 'poll', pauseSeconds: pauseOf(state) };
}

function lookupOf(state: CallState): CallDecision | null {
  const { supports, ref } = state;
  if (ref !== 'none' && supports.lookupByRef) return { kind: 'poll', pauseSeconds: pauseOf(state) };
  return supports.lookupByToken ? { kind: 'lookup', pauseSeconds: pauseOf(state) } : null;
}

/** 0, ½, 1, 2, 4, 5, 5, … seconds. */
const pauseOf = ({ lookups }: CallState): number =>
  lookups === 0 ? 0 : Math.min(2 ** (lookups - 2), PAUSE_SECONDS_MAX);

const UNKNOWN_REASONS: Partial<Record<CallEvent['kind'], ReviewReason>> = {
  absent: 'provider_does_not_know_the_call',
  running: 'provider_still_working',
  silent: 'provider_does_not_answer',
};

const unknownAfter = ({ kind }: CallEvent): CallDecision => ({
  kind: 'unknown',
  reason: UNKNOWN_REASONS[kind] ?? 'provider_outcome_unknown',
});
