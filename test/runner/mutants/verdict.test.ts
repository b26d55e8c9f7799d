/** Verdicts on reports that real runs produce too rarely to test with. */
import { expect, test } from 'vitest';
import type { Outcome, Report } from './report.ts';
import { mayHaveWaited, whyNotFound, whyNotPassed } from './verdict.ts';

const ASSERTION = { name: 'AssertionError', message: 'expected 1 to be 2' };
const failed = (change: Partial<Outcome> = {}): Outcome => ({
  title: 'the sum of 1 holds',
  state: 'failed',
  durationMs: 10,
  errors: [ASSERTION],
  isOfHook: false,
  ...change,
});
const reportOf = (...tests: readonly Outcome[]): Report => ({ tests, problems: [] });
const TITLES = ['the sum of %i holds'];

test('an assertion counts as the cause of another error, as in a property that fails', () => {
  const property = { name: 'Error', message: 'Property failed after 1 tests' };
  expect(whyNotFound(reportOf(failed({ errors: [property, ASSERTION] })), TITLES)).toBeNull();
  expect(whyNotFound(reportOf(failed({ errors: [property] })), TITLES)).toContain('Property failed');
});

test('a title with a placeholder needs one case with a failed assertion, and every title needs one', () => {
  const report = reportOf(failed({ state: 'passed', errors: [] }), failed({ title: 'the sum of 2 holds' }));
  expect(whyNotFound(report, TITLES)).toBeNull();
  expect(whyNotFound(report, [...TITLES, 'another'])).toContain('did not run: another');
});

test('an assertion that fails late may have ended a wait', () => {
  expect(mayHaveWaited(reportOf(failed({ durationMs: 30_000 })), TITLES)).toBe(true);
  expect(mayHaveWaited(reportOf(failed({ durationMs: 30_000 }), failed()), TITLES)).toBe(false);
});

test('tests pass with the defence only if each title ran and nothing failed', () => {
  const passed = failed({ state: 'passed', errors: [] });
  expect(whyNotPassed(reportOf(passed), TITLES)).toBeNull();
  expect(whyNotPassed(reportOf(failed({ state: 'skipped', errors: [] })), TITLES)).toContain('skipped');
  expect(whyNotPassed(reportOf(passed, failed()), TITLES)).toContain('expected 1 to be 2');
  expect(whyNotPassed({ ...reportOf(passed), problems: ['still open'] }, TITLES)).toContain('still open');
});
