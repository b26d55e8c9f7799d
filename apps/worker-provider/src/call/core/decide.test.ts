/** State table of one provider call that is not stopped; one line per case. */
import { expect, test } from 'vitest';
import { decide } from './decide.ts';
import type { CallDecision, CallState } from './state.ts';
import {
  BOUNDS,
  START,
  start,
  committed,
  ambiguous,
  absent,
  silent,
  running,
  settled,
  refused,
  notDelivered,
  retracted,
  sent,
  named,
  predictions,
  openaiTokens,
  predictionsTokens,
} from './states.fixture.ts';

const CASES: readonly [title: string, state: Partial<CallState>, expected: Partial<CallDecision>][] = [
  ['the intent is committed before the call', {}, { kind: 'dispatch' }],
  ['an open circuit prevents the call', { circuitOpen: true }, { kind: 'try_later', afterSeconds: 10 }],
  ['a committed intent is followed by a send', { phase: 'dispatching', event: committed }, { kind: 'send' }],
  ['a refused intent ends the call', { stop: 'cancel', event: refused }, { kind: 'stop' }],
  [
    'an intent overtaken by a cancel is withdrawn',
    { phase: 'dispatching', event: committed, stop: 'cancel' },
    { kind: 'retract' },
  ],
  [
    'an intent overtaken by a shutdown is withdrawn',
    { phase: 'dispatching', event: committed, stop: 'shutdown' },
    { kind: 'retract' },
  ],
  [
    'an intent overtaken by a lost lease is left unchanged',
    { phase: 'dispatching', event: committed, stop: 'lost' },
    { kind: 'stop' },
  ],

  [
    'the intent of an undelivered call is withdrawn',
    { phase: 'dispatching', event: notDelivered },
    { kind: 'retract', retryAfterSeconds: 7 },
  ],
  [
    "a withdrawn call is retried after the provider's delay",
    { event: retracted },
    { kind: 'try_later', afterSeconds: 7 },
  ],
  ['a withdrawn call is not retried after a cancel', { event: retracted, stop: 'cancel' }, { kind: 'stop' }],
  [
    'an undelivered later send proves nothing about the first',
    { ...openaiTokens, ...sent, event: notDelivered },
    { kind: 'dispatch' },
  ],

  ['an ambiguous call without lookup or tokens is unknown', { ...sent, event: ambiguous }, { kind: 'unknown' }],
  ['an ambiguous call found after a crash is unknown too', { ...sent, lookups: 0, event: start }, { kind: 'unknown' }],
  [
    'with tokens the intent of an ambiguous call is committed again',
    { ...openaiTokens, ...sent, event: ambiguous },
    { kind: 'dispatch', pauseSeconds: 0.5 },
  ],
  ['with tokens an ambiguous call is sent again', { ...openaiTokens, ...sent, event: committed }, { kind: 'send' }],
  [
    'with tokens an ambiguous call is not sent again after the time limit',
    { ...openaiTokens, ...sent, event: committed, ageSeconds: 120 },
    { kind: 'unknown' },
  ],
  [
    'with lookup an ambiguous call is looked up',
    { ...predictions, ...sent, event: ambiguous },
    { kind: 'lookup', pauseSeconds: 0.5 },
  ],
  [
    'a lookup that finds nothing is repeated',
    { ...predictions, ...sent, lookups: 9, event: absent },
    { kind: 'lookup', pauseSeconds: 5 },
  ],
  [
    'a call is never sent again without tokens',
    { ...predictions, ...sent, lookups: 9, event: silent },
    { kind: 'lookup' },
  ],
  [
    'after the time limit a call counts as unknown',
    { ...predictions, ...sent, event: absent, ageSeconds: 120 },
    { kind: 'unknown', reason: 'provider_does_not_know_the_call' },
  ],
  [
    'a call is looked up at least once, however old it is',
    { ...predictions, ...sent, event: start, ageSeconds: 9999 },
    { kind: 'lookup' },
  ],
  [
    'with lookup and tokens an ambiguous call is looked up first',
    { ...predictionsTokens, ...sent, event: ambiguous },
    { kind: 'lookup' },
  ],
  [
    'with lookup and tokens an ambiguous call is then sent again',
    { ...predictionsTokens, ...sent, event: absent },
    { kind: 'dispatch' },
  ],

  [
    'a new name is recorded before anything else',
    { ...predictions, ...sent, ref: 'known', event: running },
    { kind: 'record_ref' },
  ],
  [
    'the name of an ended call is recorded too',
    { ...predictions, ...sent, ref: 'known', event: settled },
    { kind: 'record_ref' },
  ],
  ['a named call is polled', { ...predictions, ...named, event: running }, { kind: 'poll', pauseSeconds: 0.5 }],
  [
    'a named call found by another worker is polled at once',
    { ...predictions, ...named, lookups: 0, event: start },
    { kind: 'poll', pauseSeconds: 0 },
  ],
  ['a long job is not unknown', { ...predictions, ...named, event: running, ageSeconds: 9999 }, { kind: 'poll' }],
  [
    'a long silent provider makes the call unknown',
    { ...predictions, ...named, event: silent, silentSeconds: 120 },
    { kind: 'unknown', reason: 'provider_does_not_answer' },
  ],
  ['a settled call is delivered', { ...sent, event: settled }, { kind: 'finish' }],
  ['a settled call is delivered after a cancel', { ...sent, event: settled, stop: 'cancel' }, { kind: 'finish' }],
  ['a settled call is delivered during a shutdown', { ...sent, event: settled, stop: 'shutdown' }, { kind: 'finish' }],
  [
    'a settled call is delivered without the claim, so that its result is stored',
    { ...sent, event: settled, stop: 'lost' },
    { kind: 'finish' },
  ],
  ['without the claim nothing else is done', { ...sent, event: { kind: 'running' }, stop: 'lost' }, { kind: 'stop' }],
];

test.each(CASES)('%s', (_title, state, expected) => {
  expect(decide({ ...START, ...state }, BOUNDS)).toMatchObject(expected);
});
