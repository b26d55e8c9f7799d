import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTEMPTS_MAX, type Decision, type Failure, type Progress, type StopReason, decide } from './decide.ts';

const CRASH: Failure = { kind: 'crash' };
const FOR_GOOD: Failure = { kind: 'for_good', reason: 'source_not_readable' };
const UNKNOWN: Failure = { kind: 'unknown', reason: 'provider_does_not_answer' };
const LATER: Failure = { kind: 'later', afterSeconds: 7 };
const STOPPED: Failure = { kind: 'cancelled' };
const ONE = [{ engine: 'image' }] as const;
const TWO = [{ engine: 'image' }, { engine: 'image' }] as const;
const MIXED = [{ engine: 'image' }, { engine: 'provider' }] as const;

const at = (changes: Partial<Progress>): Progress => ({
  engine: 'image',
  plan: ONE,
  done: 0,
  unrecorded: 0,
  attempts: 1,
  stop: null,
  failure: null,
  open: false,
  inReview: false,
  ...changes,
});

/** Describes a decision in a few words. */
function said(decision: Decision): string {
  switch (decision.kind) {
    case 'run':
      return `run ${decision.index}`;
    case 'record':
      return decision.handOver === null ? 'record' : `record, over to ${decision.handOver}`;
    case 'finish':
      return `finish ${decision.ending.status} ${decision.ending.error?.message ?? ''}`.trim();
    case 'retry':
      return `retry in ${decision.afterSeconds} s${decision.counted ? '' : ', not counted'}`;
    case 'review':
      return `review ${decision.reason}`;
    case 'hand_back':
    case 'stop':
      return decision.kind;
  }
}

describe('the next action of a worker', () => {
  test.each<[string, Partial<Progress>, string]>([
    ['a fresh claim', {}, 'run 0'],
    ['recorded steps are skipped', { plan: TWO, done: 1 }, 'run 1'],
    ['a completed step with further steps', { plan: TWO, done: 1, unrecorded: 1 }, 'record'],
    ['the last step is recorded by the finish', { done: 1, unrecorded: 1 }, 'finish succeeded'],
    ['all steps were recorded before', { done: 1 }, 'finish succeeded'],
    ['the next step is of another engine', { plan: MIXED, done: 1, unrecorded: 1 }, 'record, over to provider'],
    ['the wrong engine', { plan: MIXED, done: 1 }, 'record, over to provider'],

    ['a final failure', { failure: FOR_GOOD }, 'finish failed source_not_readable'],
    [
      'a final failure takes precedence over a cancel',
      { failure: FOR_GOOD, stop: 'cancel' },
      'finish failed source_not_readable',
    ],
    [
      'an external service that failed',
      { failure: { kind: 'for_good', reason: 'provider_failed' } },
      'finish failed provider_failed',
    ],
    ['a crash', { failure: CRASH }, 'retry in 2 s'],
    ['a fourth crash', { failure: CRASH, attempts: 4 }, 'retry in 16 s'],
    ['a fifth crash', { failure: CRASH, attempts: 5 }, 'finish failed attempts_exhausted'],
    ['five workers died', { attempts: 6 }, 'finish failed attempts_exhausted'],
    ['the fifth attempt is still made', { attempts: 5 }, 'run 0'],

    ['cancel before the work', { stop: 'cancel' }, 'finish cancelled'],
    ['cancel at a step boundary', { plan: TWO, done: 1, unrecorded: 1, stop: 'cancel' }, 'finish cancelled'],
    ['a cancel after the last step: delivered', { done: 1, unrecorded: 1, stop: 'cancel' }, 'finish succeeded'],
    ['a cancel takes precedence over a crash', { failure: CRASH, stop: 'cancel' }, 'finish cancelled'],
    ['the deadline', { stop: 'deadline' }, 'finish failed deadline_exceeded'],
    [
      'the deadline takes precedence over a crash',
      { failure: CRASH, stop: 'deadline' },
      'finish failed deadline_exceeded',
    ],

    ['a stop of the worker', { stop: 'shutdown' }, 'hand_back'],
    ['a stop with a step to record', { plan: TWO, done: 1, unrecorded: 1, stop: 'shutdown' }, 'record'],
    ['a stop after the last step', { done: 1, unrecorded: 1, stop: 'shutdown' }, 'finish succeeded'],
    ['a crash during a stop is not counted', { failure: CRASH, stop: 'shutdown' }, 'hand_back'],
    ['a provider call without an outcome is reviewed, even after a cancel', { open: true, stop: 'cancel' }, 'run 0'],
    ['or overdue', { open: true, stop: 'deadline' }, 'run 0'],
    [
      'a provider call without an outcome is handed back by a stopping worker',
      { open: true, stop: 'shutdown' },
      'hand_back',
    ],
    ['the outcome is unknown', { open: true, failure: UNKNOWN, stop: 'cancel' }, 'review provider_does_not_answer'],
    ['the lookup crashed while the call is open', { open: true, failure: CRASH, stop: 'cancel' }, 'retry in 2 s'],
    ['the operation crashed too often', { open: true, failure: CRASH, attempts: 5 }, 'review attempts_exhausted'],
    ['five workers died', { open: true, attempts: 6 }, 'review attempts_exhausted'],
    ['a review is not an attempt', { open: true, inReview: true, attempts: 6 }, 'run 0'],
    ['a failed lookup leaves it under review', { open: true, inReview: true, failure: CRASH }, 'review look_up_failed'],
    ['evidence of success ends the review', { inReview: true, done: 1, unrecorded: 1 }, 'finish succeeded'],
    [
      'evidence of success returns the execution to the queue',
      { inReview: true, plan: TWO, done: 1, unrecorded: 1 },
      'record, over to image',
    ],
    [
      'the time limit of the lookup is not the run time',
      { inReview: true, plan: TWO, done: 1, unrecorded: 1, stop: 'deadline' },
      'record, over to image',
    ],
    [
      'crashes before the review do not count against its result',
      { inReview: true, plan: TWO, done: 1, unrecorded: 1, attempts: 6 },
      'record, over to image',
    ],
    [
      'a result that the database refused does not end the review',
      { inReview: true, attempts: 5, failure: CRASH, stop: 'cancel' },
      'review look_up_failed',
    ],
    ['the provider stopped it', { failure: STOPPED, stop: 'cancel' }, 'finish cancelled'],
    ['the provider stopped it in time', { failure: STOPPED, stop: 'deadline' }, 'finish failed deadline_exceeded'],
    ['nothing was tried', { failure: LATER }, 'retry in 7 s, not counted'],
    ['nothing was tried, and a cancel arrived', { failure: LATER, stop: 'cancel' }, 'finish cancelled'],

    ['a lost lease, whatever else', { done: 1, unrecorded: 1, failure: FOR_GOOD, stop: 'lost' }, 'stop'],
  ])('%s', (_, changes, expected) => {
    expect(said(decide(at(changes)))).toBe(expected);
  });
});

const progress = fc
  .record({
    engines: fc.array(fc.constantFrom('image' as const, 'provider' as const), { minLength: 1, maxLength: 20 }),
    doneShare: fc.double({ min: 0, max: 1, noNaN: true }),
    unrecordedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    attempts: fc.integer({ min: 1, max: 8 }),
    stop: fc.constantFrom<StopReason | null>(null, 'lost', 'cancel', 'deadline', 'shutdown'),
    failure: fc.constantFrom<Failure | null>(null, CRASH, FOR_GOOD, UNKNOWN, LATER, STOPPED),
    open: fc.boolean(),
    inReview: fc.boolean(),
  })
  .map(({ engines, doneShare, unrecordedShare, attempts, stop, failure, open, inReview }): Progress => {
    const plan = engines.map((engine) => ({ engine }));
    // A failed step is not done.
    const done = Math.round(doneShare * (failure === null ? plan.length : plan.length - 1));
    // All steps before the one with the open call are recorded.
    const unrecorded = open ? 0 : Math.round(unrecordedShare * done);
    return { engine: 'image', plan, done, unrecorded, attempts, stop, failure, open, inReview };
  });

test('an execution succeeds only if every step is done, and a lost lease writes nothing', () => {
  fc.assert(
    fc.property(progress, (each) => {
      const decision = decide(each);
      const saysSuccess = decision.kind === 'finish' && decision.ending.status === 'succeeded';
      expect(saysSuccess && each.done < each.plan.length).toBe(false);
      expect(decision.kind === 'stop').toBe(each.stop === 'lost');
    }),
    { numRuns: 2000 },
  );
});

test('only a step of this engine is run, only if nothing is unrecorded, and at most the allowed number of times', () => {
  fc.assert(
    fc.property(progress, (each) => {
      const decision = decide(each);
      fc.pre(decision.kind === 'run');
      expect(decision.index).toBe(each.done);
      expect(each).toMatchObject({ unrecorded: 0, failure: null });
      if (each.open) return;
      expect(each.plan[decision.index]?.engine).toBe(each.engine);
      expect(each.stop).toBe(null);
      expect(each.attempts).toBeLessThanOrEqual(ATTEMPTS_MAX);
    }),
    { numRuns: 2000 },
  );
});

test('an execution never ends while a provider call is open without an outcome', () => {
  fc.assert(
    fc.property(progress, (each) => {
      const hasOutcome = each.failure?.kind === 'for_good' || each.failure?.kind === 'cancelled';
      fc.pre(each.open && !hasOutcome && each.done < each.plan.length);
      expect(decide(each).kind).not.toBe('finish');
    }),
    { numRuns: 2000 },
  );
});
