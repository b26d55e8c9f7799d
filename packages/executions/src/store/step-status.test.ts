import { expect, test } from 'vitest';
import { type StepFacts, wireStepStatus } from './step-status.ts';

const first: StepFacts = { stored: null, execution: 'running', isNext: true, wasStarted: true };

test.for([
  ['the started step of a running execution is running', first, 'running'],
  ['a later step is pending', { ...first, isNext: false }, 'pending'],
  ['a step of a queued execution is pending', { ...first, execution: 'queued', wasStarted: false }, 'pending'],
  ['a provider call in progress is running', { ...first, stored: 'submitted' }, 'running'],
  ['a step with an intent is running', { ...first, stored: 'dispatching' }, 'running'],
  ['a step with a retracted provider call is running', { ...first, stored: 'pending' }, 'running'],
  ['a step under review is unknown', { ...first, stored: 'unknown', execution: 'needs_review' }, 'unknown'],
  ['an outcome that was never found stays unknown', { ...first, stored: 'unknown', execution: 'failed' }, 'unknown'],
  [
    'a provider call without an outcome at the end is unknown',
    { ...first, stored: 'submitted', execution: 'failed' },
    'unknown',
  ],
  ['a failed step of a failed execution is failed', { ...first, stored: 'failed', execution: 'failed' }, 'failed'],
  ['the started step of an overdue execution is failed', { ...first, execution: 'failed' }, 'failed'],
  ['the started step of a cancelled execution is cancelled', { ...first, execution: 'cancelled' }, 'cancelled'],
  [
    'a step that was interrupted by a cancel is cancelled',
    { ...first, stored: 'failed', execution: 'cancelled' },
    'cancelled',
  ],
  [
    'a step that was not started before a cancel is skipped',
    { ...first, execution: 'cancelled', wasStarted: false },
    'skipped',
  ],
  ['a step after a failed one is skipped', { ...first, execution: 'failed', isNext: false }, 'skipped'],
  [
    'a succeeded step of a failed execution is succeeded',
    { ...first, stored: 'succeeded', execution: 'failed' },
    'succeeded',
  ],
] as const)('%s', ([, facts, expected]) => {
  expect(wireStepStatus(facts)).toBe(expected);
});
