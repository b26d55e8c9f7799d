/**
 * What to do next about one paid call, as a pure function of what is known. The rules it keeps: the intent is committed before
 * every send; a call that may have arrived is sent again only under a token that the provider honours, and only for a while;
 * nothing is sent during a review or after a cancel; what cannot be settled is said to be unknown, never guessed.
 */
import type { ReviewReason } from '@farebox/contract';
import type { Bounds, CallDecision, CallEvent, CallState } from './state.ts';

const TRY_LATER_SECONDS = 10;
const PAUSE_SECONDS_MAX = 5;
const CANCEL_ASKS_MAX = 3;

export function decide(state: CallState, bounds: Bounds): CallDecision {
  const { stop, event, unsettledSends } = state;
  // Who lost the claim in the meantime still has the response, and whoever has the claim now may have none.
  if (stop === 'lost') return event.kind === 'settled' ? { kind: 'finish' } : { kind: 'stop' };
  if (state.ref === 'known' && (event.kind === 'running' || event.kind === 'settled')) return { kind: 'record_ref' };
  if (event.kind === 'settled') return { kind: 'finish' };
  if (event.kind === 'output_unavailable') return afterLostOutput(state);
  if (event.kind === 'not_delivered' && unsettledSends === 0) {
    return { kind: 'retract', retryAfterSeconds: event.retryAfterSeconds };
  }
  // An intent that was never acted on must not look like a call that may have arrived.
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

/** What succeeded is delivered as long as there is time to fetch it. */
function afterLostOutput({ stop, inReview }: CallState): CallDecision {
  if (stop === 'shutdown') return { kind: 'stop' };
  if (stop !== null) return { kind: 'give_up_output' };
  return inReview ? { kind: 'unknown', reason: 'provider_output_unavailable' } : tryLater(null);
}

/** Nothing arose before a send, so nothing needs to be settled then. */
function afterCancel(state: CallState, bounds: Bounds): CallDecision {
  if (state.phase === 'pending') return { kind: 'stop' };
  return settleWithoutSending(state, { ...bounds, spentSeconds: state.stoppedSeconds });
}

/** By cancel and look-up alone, for a bounded time. */
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
  // A review looks again later anyway; only what is still at work is worth waiting for.
  const isWorthwhile = !state.inReview || event.kind === 'start' || event.kind === 'running';
  return isWorthwhile && spentSeconds < learnSeconds ? lookup : unknownAfter(event);
}

/** A review outlasts every deadline: what is still at work there may yet be delivered. */
const wantsCancel = ({ stop, inReview, cancelAsks, cancelHeard }: CallState): boolean =>
  (stop === 'cancel' || (stop === 'deadline' && !inReview)) && !cancelHeard && cancelAsks < CANCEL_ASKS_MAX;

/** The provider may or may not have it, and has not named it. */
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
