/** The state table of one paid call that is to stop, under review, or done and not delivered, a line a case. */
import { expect, test } from 'vitest';
import { decide } from './decide.ts';
import type { CallDecision, CallState } from './state.ts';
import {
  BOUNDS,
  START,
  ambiguous,
  absent,
  silent,
  running,
  settled,
  refused,
  lostOutput,
  sent,
  named,
  predictions,
  openaiTokens,
  predictionsTokens,
} from './states.fixture.ts';

const CASES: readonly [title: string, state: Partial<CallState>, expected: Partial<CallDecision>][] = [
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
    { ...predictions, ...named, phase: 'unknown', inReview: true, lookups: 0 },
    { kind: 'poll' },
  ],
  [
    'a review looks by token',
    { ...predictions, ...sent, phase: 'unknown', inReview: true, lookups: 0 },
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
    'a review without a response ends at once',
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
    'by the next look-up of a review',
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
