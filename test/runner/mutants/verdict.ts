/**
 * Judges a run of tests. A mutant is found when an assertion fails in each test that it names. A timeout, a file that cannot be loaded and a hook
 * that fails prove nothing: they also happen on a busy machine or without a server.
 */
import type { Outcome, Report, ToldError } from './report.ts';
import { isNamed } from './titles.ts';

/** An assertion that fails so late may be the end of a wait, which a busy machine causes too. */
const WAIT_MS = 5_000;

const isAssertion = ({ name }: ToldError): boolean => name === 'AssertionError';
const foundBy = ({ state, errors, isOfHook }: Outcome): boolean =>
  state === 'failed' && !isOfHook && errors.some(isAssertion);

const named = ({ tests }: Report, title: string): readonly Outcome[] =>
  tests.filter((test) => isNamed(test.title, title));

/** Returns null if each title found the mutant. */
export function whyNotFound(report: Report, titles: readonly string[]): string | null {
  const blind = titles.filter((title) => !named(report, title).some(foundBy));
  return blind.length === 0 ? null : `no assertion failed${told(report, blind)}`;
}

/** Returns null if each title ran and passed. */
export function whyNotPassed(report: Report, titles: readonly string[]): string | null {
  const failing = titles.filter((title) => {
    const states = named(report, title).map(({ state }) => state);
    return !states.includes('passed') || states.includes('failed');
  });
  if (failing.length === 0 && report.problems.length === 0) return null;
  return `its tests do not pass with the defence${told(report, failing)}`;
}

/** True if a title found the mutant only by an assertion that may have ended a wait. */
export const mayHaveWaited = (report: Report, titles: readonly string[]): boolean =>
  titles.some((title) =>
    named(report, title)
      .filter(foundBy)
      .every(({ durationMs }) => durationMs >= WAIT_MS),
  );

function told(report: Report, titles: readonly string[]): string {
  const lines = titles.flatMap((title) => {
    const outcomes = named(report, title);
    return outcomes.length === 0 ? [`did not run: ${title}`] : outcomes.map(line);
  });
  return ['', ...lines, ...report.problems.map((problem) => `problem: ${problem}`)].join('\n  ');
}

function line({ title, state, isOfHook, errors }: Outcome): string {
  const [first] = errors;
  const error = first === undefined ? '' : `: ${first.name}: ${first.message.split('\n')[0]}`;
  return `${isOfHook ? 'hook ' : ''}${state}: ${title}${error}`;
}
