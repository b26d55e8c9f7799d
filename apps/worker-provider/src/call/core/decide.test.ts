/** The state table of one paid call, a line a case. */
import { expect, test } from 'vitest';
import type { Capabilities } from '../../adapter.ts';
import { type CallDecision, type CallState, decide } from './decide.ts';

const BOUNDS = { unknownSeconds: 120, learnSeconds: 20 };

const PREDICTIONS: Capabilities = {
  idempotency: false,
  lookupByToken: true,
  lookupByRef: true,
  cancel: true,
  synchronous: false,
};
const OPENAI: Capabilities = {
  idempotency: false,
  lookupByToken: false,
  lookupByRef: false,
  cancel: false,
  synchronous: true,
};
const WITH_TOKENS = { idempotency: true };

const START: CallState = {
  supports: OPENAI,
  phase: 'pending',
  ref: 'none',
  inReview: false,
  ageSeconds: 0,
  silentSeconds: 0,
  runSeconds: 0,
  stop: null,
  stoppedSeconds: 0,
  cancelAsks: 0,
  cancelHeard: false,
  circuitOpen: false,
  unsettledSends: 0,
  looks: 0,
  event: { kind: 'start' },
};

const start = { kind: 'start' } as const;
const committed = { kind: 'committed' } as const;
const ambiguous = { kind: 'ambiguous' } as const;
const absent = { kind: 'absent' } as const;
const silent = { kind: 'silent' } as const;
const running = { kind: 'running' } as const;
const settled = { kind: 'settled' } as const;
const refused = { kind: 'refused' } as const;
const lostOutput = { kind: 'output_unavailable' } as const;
const notDelivered = { kind: 'not_delivered', retryAfterSeconds: 7 } as const;
const retracted = { kind: 'retracted', retryAfterSeconds: 7 } as const;

/** After one send. */
const sent = { phase: 'dispatching', unsettledSends: 1, looks: 1 } as const;
const named = { phase: 'submitted', ref: 'recorded', unsettledSends: 1, looks: 1 } as const;

const predictions = { supports: PREDICTIONS };
const openaiTokens = { supports: { ...OPENAI, ...WITH_TOKENS } };
const predictionsTokens = { supports: { ...PREDICTIONS, ...WITH_TOKENS } };

const CASES: readonly [title: string, state: Partial<CallState>, expected: Partial<CallDecision>][] = [
  ['the intent comes before the call', {}, { kind: 'dispatch' }],
  ['an open circuit spares the call', { circuitOpen: true }, { kind: 'try_later', afterSeconds: 10 }],
  ['a committed intent is acted on', { phase: 'dispatching', event: committed }, { kind: 'send' }],
  ['a refused intent ends it', { stop: 'cancel', event: refused }, { kind: 'stop' }],
  [
    'an intent overtaken by a cancel is taken back',
    { phase: 'dispatching', event: committed, stop: 'cancel' },
    { kind: 'retract' },
  ],
  [
    'an intent overtaken by a shutdown is taken back',
    { phase: 'dispatching', event: committed, stop: 'shutdown' },
    { kind: 'retract' },
  ],
  [
    'an intent overtaken by a lost lease is left',
    { phase: 'dispatching', event: committed, stop: 'lost' },
    { kind: 'stop' },
  ],

  [
    'what never arrived is taken back',
    { phase: 'dispatching', event: notDelivered },
    { kind: 'retract', retryAfterSeconds: 7 },
  ],
  ['and tried again when the provider said', { event: retracted }, { kind: 'try_later', afterSeconds: 7 }],
  ['and not tried again after a cancel', { event: retracted, stop: 'cancel' }, { kind: 'stop' }],
  [
    'a later send that never arrived proves nothing of the first',
    { ...openaiTokens, ...sent, event: notDelivered },
    { kind: 'dispatch' },
  ],

  ['an ambiguous call without look-up or tokens is unknown', { ...sent, event: ambiguous }, { kind: 'unknown' }],
  ['one found so after a crash too', { ...sent, looks: 0, event: start }, { kind: 'unknown' }],
  [
    'with tokens its intent is committed again',
    { ...openaiTokens, ...sent, event: ambiguous },
    { kind: 'dispatch', pauseSeconds: 0.5 },
  ],
  ['and it is sent again', { ...openaiTokens, ...sent, event: committed }, { kind: 'send' }],
  [
    'but not after the time for that',
    { ...openaiTokens, ...sent, event: committed, ageSeconds: 120 },
    { kind: 'unknown' },
  ],
  [
    'with look-up it is looked up',
    { ...predictions, ...sent, event: ambiguous },
    { kind: 'lookup', pauseSeconds: 0.5 },
  ],
  ['again and again', { ...predictions, ...sent, looks: 9, event: absent }, { kind: 'lookup', pauseSeconds: 5 }],
  ['and never sent again without tokens', { ...predictions, ...sent, looks: 9, event: silent }, { kind: 'lookup' }],
  [
    'until it counts as unknown',
    { ...predictions, ...sent, event: absent, ageSeconds: 120 },
    { kind: 'unknown', reason: 'provider_does_not_know_the_call' },
  ],
  ['once at least, however old it is', { ...predictions, ...sent, event: start, ageSeconds: 9999 }, { kind: 'lookup' }],
  ['with both it is looked up first', { ...predictionsTokens, ...sent, event: ambiguous }, { kind: 'lookup' }],
  ['and then sent again', { ...predictionsTokens, ...sent, event: absent }, { kind: 'dispatch' }],

  ['a name is recorded first', { ...predictions, ...sent, ref: 'known', event: running }, { kind: 'record_ref' }],
  ['even of what is over', { ...predictions, ...sent, ref: 'known', event: settled }, { kind: 'record_ref' }],
  ['a named call is polled', { ...predictions, ...named, event: running }, { kind: 'poll', pauseSeconds: 0.5 }],
  [
    'a named call found by another worker is polled at once',
    { ...predictions, ...named, looks: 0, event: start },
    { kind: 'poll', pauseSeconds: 0 },
  ],
  ['a long job is no unknown one', { ...predictions, ...named, event: running, ageSeconds: 9999 }, { kind: 'poll' }],
  [
    'a provider that is silent for long is',
    { ...predictions, ...named, event: silent, silentSeconds: 120 },
    { kind: 'unknown', reason: 'provider_does_not_answer' },
  ],
  ['what is settled is delivered', { ...sent, event: settled }, { kind: 'finish' }],
  ['also after a cancel', { ...sent, event: settled, stop: 'cancel' }, { kind: 'finish' }],
  ['also during a shutdown', { ...sent, event: settled, stop: 'shutdown' }, { kind: 'finish' }],
  ['never without the lease', { ...sent, event: settled, stop: 'lost' }, { kind: 'stop' }],

  [
    'a shutdown leaves a named call to the next worker',
    { ...predictions, ...named, event: running, stop: 'shutdown' },
    { kind: 'stop' },
  ],
  [
    'a shutdown leaves an unclear call to the next worker',
    { ...predictions, ...sent, event: ambiguous, stop: 'shutdown' },
    { kind: 'stop' },
  ],
  ['a cancel before anything is sent ends it', { stop: 'cancel' }, { kind: 'stop' }],
  [
    'a cancel asks the provider',
    { ...predictions, ...named, event: running, stop: 'cancel' },
    { kind: 'cancel', pauseSeconds: 0 },
  ],
  ['so does a deadline', { ...predictions, ...named, event: running, stop: 'deadline' }, { kind: 'cancel' }],
  [
    'once it has heard',
    { ...predictions, ...named, event: running, stop: 'cancel', cancelHeard: true, cancelAsks: 1 },
    { kind: 'poll' },
  ],
  [
    'again where it has not',
    { ...predictions, ...named, event: silent, stop: 'cancel', cancelAsks: 1 },
    { kind: 'cancel', pauseSeconds: 0.5 },
  ],
  ['three times at most', { ...predictions, ...named, event: silent, stop: 'cancel', cancelAsks: 3 }, { kind: 'poll' }],
  [
    'and for a bounded time',
    { ...predictions, ...named, event: running, stop: 'cancel', cancelHeard: true, stoppedSeconds: 20 },
    { kind: 'unknown', reason: 'provider_still_working' },
  ],
  [
    'an unnamed call is looked up after a cancel',
    { ...predictions, ...sent, event: ambiguous, stop: 'cancel' },
    { kind: 'lookup' },
  ],
  [
    'and not sent again, tokens or not',
    { ...openaiTokens, ...sent, event: ambiguous, stop: 'cancel' },
    { kind: 'unknown' },
  ],
  [
    'a repetition that is refused is none',
    { ...predictionsTokens, ...sent, event: refused, stop: 'cancel' },
    { kind: 'lookup' },
  ],

  [
    'a review looks by name',
    { ...predictions, ...named, phase: 'unknown', inReview: true, looks: 0 },
    { kind: 'poll' },
  ],
  [
    'a review looks by token',
    { ...predictions, ...sent, phase: 'unknown', inReview: true, looks: 0 },
    { kind: 'lookup' },
  ],
  [
    'a review records a name that it learns',
    { ...predictions, ...sent, inReview: true, ref: 'known', event: running },
    { kind: 'record_ref' },
  ],
  [
    'a review waits a little for what is at work',
    { ...predictions, ...named, inReview: true, event: running, runSeconds: 19 },
    { kind: 'poll' },
  ],
  ['and no longer', { ...predictions, ...named, inReview: true, event: running, runSeconds: 20 }, { kind: 'unknown' }],
  [
    'a review without an answer ends at once',
    { ...predictions, ...sent, inReview: true, event: absent },
    { kind: 'unknown' },
  ],
  ['a review without look-up has nothing to do', { ...openaiTokens, ...sent, inReview: true }, { kind: 'unknown' }],
  [
    'a review finishes what is settled',
    { ...predictions, ...named, inReview: true, event: settled },
    { kind: 'finish' },
  ],
  [
    'a cancel reaches the provider in a review',
    { ...predictions, ...named, inReview: true, stop: 'cancel' },
    { kind: 'cancel' },
  ],
  [
    'a deadline does not stop what a review may yet deliver',
    { ...predictions, ...named, inReview: true, stop: 'deadline' },
    { kind: 'poll' },
  ],

  [
    'files that cannot be fetched now are fetched later',
    { ...predictions, ...named, event: lostOutput },
    { kind: 'try_later', afterSeconds: 10 },
  ],
  [
    'by the next look of a review',
    { ...predictions, ...named, inReview: true, event: lostOutput },
    { kind: 'unknown' },
  ],
  ['by another worker', { ...predictions, ...named, stop: 'shutdown', event: lostOutput }, { kind: 'stop' }],
  [
    'or not at all when time is up',
    { ...predictions, ...named, stop: 'deadline', event: lostOutput },
    { kind: 'give_up_output' },
  ],
];

test.each(CASES)('%s', (_title, state, expected) => {
  expect(decide({ ...START, ...state }, BOUNDS)).toMatchObject(expected);
});
