/**
 * Invariants of a provider call for any behaviour of provider, network, journal, clock and users: a random world around
 * the core.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Capabilities } from '../../adapter.ts';
import { decide } from './decide.ts';
import type { CallDecision, CallEvent, CallState, Phase, StopReason } from './state.ts';

const BOUNDS = { unknownSeconds: 120, learnSeconds: 20 };
const TURNS_MAX = 3000;

interface Dice {
  readonly below: (n: number) => number;
}

/** The state that outlives a worker: the journal, the provider, and the client's cancel request. */
interface World {
  phase: Phase;
  hasRef: boolean;
  dispatchedAt: number | null;
  now: number;
  inReview: boolean;
  cancelled: boolean;
  /** Number of sends that may have arrived, as far as the sender knows. */
  possibleEffects: number;
  readonly history: string[];
}

const capabilities = fc.constantFrom<Capabilities>(
  ...[true, false].flatMap((idempotency) => [
    { idempotency, lookupByToken: false, lookupByRef: false, cancel: false, synchronous: true },
    { idempotency, lookupByToken: true, lookupByRef: true, cancel: true, synchronous: false },
    { idempotency, lookupByToken: false, lookupByRef: true, cancel: false, synchronous: false },
  ]),
);

test('never two possibly effective sends without token support, none in a review or after a cancel, and always an end', () => {
  const property = (supports: Capabilities, numbers: readonly number[]): void => {
    let at = 0;
    const dice: Dice = { below: (n) => (numbers[at++ % numbers.length] ?? 0) % n };
    const world: World = {
      phase: 'pending',
      hasRef: false,
      dispatchedAt: null,
      now: 0,
      inReview: false,
      cancelled: false,
      possibleEffects: 0,
      history: [],
    };
    // Consecutive runs of several workers: crashes, handed-back work, lookups of a review.
    for (let run = 0; run < 6; run++) if (liveOnce(world, supports, dice) === 'over') break;
  };
  fc.assert(fc.property(capabilities, fc.array(fc.nat(997), { minLength: 40, maxLength: 400 }), property), {
    numRuns: 3000,
  });
});

/** One worker's run. */
function liveOnce(world: World, supports: Capabilities, dice: Dice): 'over' | 'again' {
  const began = world.now;
  let state: CallState = {
    supports,
    phase: world.phase,
    ref: world.hasRef ? 'recorded' : 'none',
    inReview: world.inReview,
    ageSeconds: 0,
    silentSeconds: 0,
    runSeconds: 0,
    stop: null,
    stoppedSeconds: 0,
    cancelAsks: 0,
    cancelHeard: false,
    circuitOpen: dice.below(8) === 0,
    unsettledSends: world.phase === 'pending' ? 0 : 1,
    lookups: 0,
    event: { kind: 'start' },
  };
  let stoppedAt = began;
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const stop = state.stop ?? stopNow(dice, world.now - began);
    if (stop !== state.stop) stoppedAt = world.now;
    if (stop === 'cancel') world.cancelled = true;
    state = { ...state, stop };
    state = {
      ...state,
      ageSeconds: world.dispatchedAt === null ? 0 : world.now - world.dispatchedAt,
      runSeconds: world.now - began,
      stoppedSeconds: world.now - stoppedAt,
    };
    const decision = decide(state, BOUNDS);
    world.history.push(decision.kind);
    if (dice.below(60) === 0) return 'again'; // killed before it acts
    const done = ending(decision, world);
    if (done !== null) return done;
    state = act(decision, { world, state, dice });
    if (dice.below(60) === 0) return 'again'; // killed after it acted
  }
  throw new Error(`no end in ${TURNS_MAX} turns: ${world.history.slice(-20).join(' ')}`);
}

/** A run has a deadline, and may be stopped before it. */
function stopNow(dice: Dice, runSeconds: number): StopReason | null {
  if (runSeconds > 600) return 'deadline';
  return dice.below(25) === 0 ? (STOPS[dice.below(STOPS.length)] ?? null) : null;
}

const STOPS = ['lost', 'cancel', 'deadline', 'shutdown'] as const;

function ending(decision: CallDecision, world: World): 'over' | 'again' | null {
  switch (decision.kind) {
    case 'finish':
    case 'give_up_output':
      return 'over';
    case 'unknown':
      expect(world.phase, 'an unsent call is never unknown').not.toBe('pending');
      world.phase = 'unknown';
      world.inReview = true;
      return 'again';
    case 'try_later':
    case 'stop':
      return 'again';
    default:
      return null;
  }
}

interface Acting {
  readonly world: World;
  readonly state: CallState;
  readonly dice: Dice;
}

function act(decision: CallDecision, { world, state, dice }: Acting): CallState {
  world.now += 'pauseSeconds' in decision ? decision.pauseSeconds + 1 : 1;
  switch (decision.kind) {
    case 'dispatch':
      expect([state.inReview, state.stop], 'no intent in a review or after a stop').toEqual([false, null]);
      if (world.cancelled || world.inReview)
        return { ...state, stop: state.stop ?? 'cancel', event: { kind: 'refused' } };
      world.phase = 'dispatching';
      world.dispatchedAt ??= world.now;
      return { ...state, phase: 'dispatching', event: { kind: 'committed' } };
    case 'send':
      return send({ world, state, dice });
    case 'retract':
      expect(world.possibleEffects, 'an intent is withdrawn only if provably nothing arrived').toBe(0);
      world.phase = 'pending';
      world.dispatchedAt = null;
      return { ...state, phase: 'pending', event: { ...decision, kind: 'retracted' } };
    case 'record_ref':
      world.hasRef = true;
      if (!world.inReview) world.phase = 'submitted';
      return { ...state, phase: world.phase, ref: 'recorded' };
    case 'cancel':
      return { ...lookedUp({ state, dice }), cancelAsks: state.cancelAsks + 1, cancelHeard: dice.below(2) === 0 };
    default:
      return lookedUp({ state, dice });
  }
}

function send({ world, state, dice }: Acting): CallState {
  expect(world.history.at(-2), 'the intent is committed directly before the send').toBe('dispatch');
  expect(state.inReview, 'no send in a review').toBe(false);
  expect(state.stop, 'no send after a stop').toBe(null);
  if (!state.supports.idempotency) expect(world.possibleEffects, 'no second send that may arrive').toBe(0);
  world.possibleEffects++;
  const next = { ...state, lookups: state.lookups + 1, unsettledSends: state.unsettledSends + 1 };
  switch (dice.below(4)) {
    case 0:
      world.possibleEffects--;
      return {
        ...next,
        unsettledSends: state.unsettledSends,
        event: { kind: 'not_delivered', retryAfterSeconds: null },
      };
    case 1:
      return { ...next, event: { kind: 'ambiguous' } };
    case 2:
      return state.supports.synchronous
        ? { ...next, event: { kind: 'settled' } }
        : { ...next, ref: 'known', event: { kind: 'running' } };
    default:
      return { ...next, event: { kind: 'settled' }, ref: state.supports.synchronous ? 'none' : 'known' };
  }
}

function lookedUp({ state, dice }: Omit<Acting, 'world'>): CallState {
  expect(state.phase, 'an unsent call is never looked up').not.toBe('pending');
  const kinds = ['running', 'absent', 'silent', 'settled', 'output_unavailable'] as const;
  const kind = kinds[dice.below(40) < 36 ? dice.below(3) : 3 + dice.below(2)] ?? 'silent';
  const event: CallEvent = { kind };
  const ref = kind === 'running' && state.ref === 'none' ? 'known' : state.ref;
  const silentSeconds = kind === 'silent' || kind === 'absent' ? state.silentSeconds + 6 : 0;
  return { ...state, ref, silentSeconds, lookups: state.lookups + 1, event };
}
