/** State table of one provider call that is stopped, under review, or successful but not delivered; one line per case. */
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
    'a shutdown leaves a call with an unknown outcome to the next worker',
    { ...predictions, ...sent, event: ambiguous, stop: 'shutdown' },
    { kind: 'stop' },
  ],
  ['a cancel before anything is sent ends the call', { stop: 'cancel' }, { kind: 'stop' }],
  [
    'a cancel is sent to the provider',
    { ...predictions, ...named, event: running, stop: 'cancel' },
    { kind: 'cancel', pauseSeconds: 0 },
  ],
  [
    'a deadline is sent to the provider as a cancel',
    { ...predictions, ...named, event: running, stop: 'deadline' },
    { kind: 'cancel' },
  ],
  [
    'an acknowledged cancel is not sent again',
    { ...predictions, ...named, event: running, stop: 'cancel', cancelHeard: true, cancelAsks: 1 },
    { kind: 'poll' },
  ],
  [
    'an unacknowledged cancel is sent again',
    { ...predictions, ...named, event: silent, stop: 'cancel', cancelAsks: 1 },
    { kind: 'cancel', pauseSeconds: 0.5 },
  ],
  [
    'a cancel is sent three times at most',
    { ...predictions, ...named, event: silent, stop: 'cancel', cancelAsks: 3 },
    { kind: 'poll' },
  ],
  [
    'a cancel is sent for a limited time',
    { ...predictions, ...named, event: running, stop: 'cancel', cancelHeard: true, stoppedSeconds: 20 },
    { kind: 'unknown', reason: 'provider_still_working' },
  ],
  [
    'an unnamed call is looked up after a cancel',
    { ...predictions, ...sent, event: ambiguous, stop: 'cancel' },
    { kind: 'lookup' },
  ],
  [
    'a call is not sent again after a cancel, with or without tokens',
    { ...openaiTokens, ...sent, event: ambiguous, stop: 'cancel' },
    { kind: 'unknown' },
  ],
  [
    'a refused repetition counts as not sent',
    { ...predictionsTokens, ...sent, event: refused, stop: 'cancel' },
    { kind: 'lookup' },
  ],

  [
    'a review looks the call up by name',
    { ...predictions, ...named, phase: 'unknown', inReview: true, lookups: 0 },
    { kind: 'poll' },
  ],
  [
    'a review looks the call up by token',
    { ...predictions, ...sent, phase: 'unknown', inReview: true, lookups: 0 },
    { kind: 'lookup' },
  ],
  [
    'a review records a name that it learns',
    { ...predictions, ...sent, inReview: true, ref: 'known', event: running },
    { kind: 'record_ref' },
  ],
  [
    'a review waits briefly for a running call',
    { ...predictions, ...named, inReview: true, event: running, runSeconds: 19 },
    { kind: 'poll' },
  ],
  [
    'a review stops waiting for a running call after a limited time',
    { ...predictions, ...named, inReview: true, event: running, runSeconds: 20 },
    { kind: 'unknown' },
  ],
  [
    'a review without a response ends at once',
    { ...predictions, ...sent, inReview: true, event: absent },
    { kind: 'unknown' },
  ],
  ['a review without lookup ends as unknown', { ...openaiTokens, ...sent, inReview: true }, { kind: 'unknown' }],
  [
    'a review delivers a settled call',
    { ...predictions, ...named, inReview: true, event: settled },
    { kind: 'finish' },
  ],
  [
    'a cancel is sent to the provider during a review',
    { ...predictions, ...named, inReview: true, stop: 'cancel' },
    { kind: 'cancel' },
  ],
  [
    'a deadline does not cancel a call that a review may yet deliver',
    { ...predictions, ...named, inReview: true, stop: 'deadline' },
    { kind: 'poll' },
  ],

  [
    'files that cannot be downloaded now are downloaded later',
    { ...predictions, ...named, event: lostOutput },
    { kind: 'try_later', afterSeconds: 10 },
  ],
  [
    'files are downloaded later by the next lookup of a review',
    { ...predictions, ...named, inReview: true, event: lostOutput },
    { kind: 'unknown' },
  ],
  [
    'files are downloaded later by another worker',
    { ...predictions, ...named, stop: 'shutdown', event: lostOutput },
    { kind: 'stop' },
  ],
  [
    'files are not delivered after the deadline',
    { ...predictions, ...named, stop: 'deadline', event: lostOutput },
    { kind: 'give_up_output' },
  ],
];

test.each(CASES)('%s', (_title, state, expected) => {
  expect(decide({ ...START, ...state }, BOUNDS)).toMatchObject(expected);
});
