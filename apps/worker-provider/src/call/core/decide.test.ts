/** The state table of one paid call while nobody stops it, a line a case. */
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
  ['one found so after a crash too', { ...sent, lookups: 0, event: start }, { kind: 'unknown' }],
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
  ['again and again', { ...predictions, ...sent, lookups: 9, event: absent }, { kind: 'lookup', pauseSeconds: 5 }],
  ['and never sent again without tokens', { ...predictions, ...sent, lookups: 9, event: silent }, { kind: 'lookup' }],
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
    { ...predictions, ...named, lookups: 0, event: start },
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
  ['also without the claim, so that it is remembered', { ...sent, event: settled, stop: 'lost' }, { kind: 'finish' }],
  ['without the claim nothing else is done', { ...sent, event: { kind: 'running' }, stop: 'lost' }, { kind: 'stop' }],
];

test.each(CASES)('%s', (_title, state, expected) => {
  expect(decide({ ...START, ...state }, BOUNDS)).toMatchObject(expected);
});
