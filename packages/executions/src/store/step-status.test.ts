import { expect, test } from 'vitest';
import { type StepPlace, wireStepStatus } from './step-status.ts';

const first: StepPlace = { stored: null, execution: 'running', isNext: true, wasStarted: true };

test.for([
  ['the step in hand runs', first, 'running'],
  ['a later one has not begun', { ...first, isNext: false }, 'pending'],
  ['nothing runs in the queue', { ...first, execution: 'queued', wasStarted: false }, 'pending'],
  ['a paid call under way is running', { ...first, stored: 'submitted' }, 'running'],
  ['an intent is running', { ...first, stored: 'dispatching' }, 'running'],
  ['a call that was taken back runs again', { ...first, stored: 'pending' }, 'running'],
  ['an unknown outcome is unknown', { ...first, stored: 'unknown', execution: 'needs_review' }, 'unknown'],
  [
    'an outcome that nobody ever learned stays unknown',
    { ...first, stored: 'unknown', execution: 'failed' },
    'unknown',
  ],
  [
    'a call without an outcome at the end is unknown',
    { ...first, stored: 'submitted', execution: 'failed' },
    'unknown',
  ],
  ['what failed ended it', { ...first, stored: 'failed', execution: 'failed' }, 'failed'],
  ['what was in hand at a deadline failed', { ...first, execution: 'failed' }, 'failed'],
  ['what was in hand at a cancel was stopped', { ...first, execution: 'cancelled' }, 'cancelled'],
  ['what broke off for a cancel was stopped', { ...first, stored: 'failed', execution: 'cancelled' }, 'cancelled'],
  ['nothing was begun before a cancel', { ...first, execution: 'cancelled', wasStarted: false }, 'skipped'],
  ['what came after a failure is skipped', { ...first, execution: 'failed', isNext: false }, 'skipped'],
  ['what is done stays done in a failure', { ...first, stored: 'succeeded', execution: 'failed' }, 'succeeded'],
] as const)('%s', ([, place, expected]) => {
  expect(wireStepStatus(place)).toBe(expected);
});
