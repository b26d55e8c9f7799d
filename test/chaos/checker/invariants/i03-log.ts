/**
 * I3 for the log of acts: it has one entry for each review that the suite's own diary has, at its time, and each publication of a tool; and nobody in a
 * run cancels prices or changes an organization.
 */
import type { LoggedAct } from '../acts.ts';
import type { Change, Evidence } from '../evidence.ts';
import { grantedMs } from '../granted.ts';

/** Publications are acts of the suite, and the first prices are those of the program. */
const NOBODY_DOES = /^(price\.(?!publish$)|project\.|organization\.|tool\.retire$)/;
/** A keeper logs reviews every two seconds, as soon as nothing is broken. */
const LOGGED_AFTER_MS = 20_000;
/** An entry has whole milliseconds, the diary has microseconds. */
const ROUNDING_MS = 1;

export function checkLog(evidence: Evidence): string[] {
  const { loggedActs, run, history } = evidence;
  const undone = loggedActs
    .filter(({ act }) => NOBODY_DOES.test(act))
    .map(({ act, actor, target }) => `the log of acts says that ${actor} did ${act} to ${target}, and nobody did`);
  const isLogged = ({ name, version }: { readonly name: string; readonly version: number }): boolean =>
    loggedActs.some(({ act, target, after }) => act === 'tool.publish' && target === name && isVersion(after, version));
  const unlogged = run.ownTools
    .filter((tool) => !isLogged(tool))
    .map(({ name, version }) => `the log of acts does not say that version ${version} of ${name} was published`);
  const begun = Map.groupBy(history.filter(beginsAReview), ({ execution_id }) => execution_id);
  const logged = Map.groupBy(
    loggedActs.filter(({ act }) => act === 'review.begin'),
    ({ target }) => target,
  );
  const hadTime = grantedMs(run.machine, Date.parse(run.recoveredAt), Date.parse(run.quietAt)) > LOGGED_AFTER_MS;
  const reviews = [...new Set([...begun.keys(), ...logged.keys()])].flatMap((id) =>
    checkReviews(begun.get(id) ?? [], logged.get(id) ?? [], { run, hadTime }).map((what) => `${id} ${what}`),
  );
  return [...undone, ...unlogged, ...reviews];
}

const isVersion = (after: LoggedAct['after'], version: number): boolean => after?.['latestVersion'] === version;

const beginsAReview = ({ kind, old_status, new_status }: Change): boolean =>
  kind === 'execution' && new_status === 'needs_review' && old_status !== 'needs_review';

interface Known {
  readonly run: Evidence['run'];
  readonly hadTime: boolean;
}

/** An entry may be written long after its review began, but not before, and it says when. */
function checkReviews(begun: readonly Change[], logged: readonly LoggedAct[], { run, hadTime }: Known): string[] {
  const due = begun.filter(({ at }) => hadTime && Date.parse(at) <= Date.parse(run.recoveredAt));
  if (logged.length > begun.length) return [`was under review ${begun.length} times, and ${logged.length} are logged`];
  if (logged.length < due.length) return [`was under review ${begun.length} times, and ${logged.length} are logged`];
  return logged.flatMap(({ at, after }) => {
    const said = Date.parse(String(after?.['at']));
    const isOf = ({ began, at: until }: Change): boolean => {
      const span = [Date.parse(began), Date.parse(until)];
      return said >= Math.min(...span) - ROUNDING_MS && said <= Math.max(...span) + ROUNDING_MS;
    };
    if (!begun.some(isOf)) return [`is logged as under review from ${String(after?.['at'])}, and was not`];
    return run.clocksAgree && Date.parse(at) < said - ROUNDING_MS
      ? [`is logged at ${at}, before its review began`]
      : [];
  });
}
