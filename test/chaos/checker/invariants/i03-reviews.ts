/**
 * I3 for reviews: the log of acts names only executions that were under review, their hold, and the charge with which they ended; nobody but the
 * system ended one, because the suite's operators do not. Nobody did anything else that the log could say either.
 */
import type { LoggedAct } from '../acts.ts';
import type { Evidence, Execution } from '../evidence.ts';

/** Acts of the log that nobody in a run does. Acts on balances are in i01-given.ts. */
const NOBODY_DOES = /^(cap|checkout|execution|file|key|proposal|webhook)\./;

export function checkReviewLog({ loggedActs, history, executions }: Evidence): string[] {
  const rows = new Map(executions.map((row) => [row.id, row]));
  const reviewed = new Set(
    history.filter(({ new_status }) => new_status === 'needs_review').map(({ execution_id }) => execution_id),
  );
  return loggedActs.flatMap((entry) => {
    const { act, actor, actor_kind, target } = entry;
    if (NOBODY_DOES.test(act)) return [`the log of acts says that ${actor} did ${act} to ${target}, and nobody did`];
    if (!act.startsWith('review.')) return [];
    if (actor_kind !== 'system') return [`${actor} did ${act} to ${target}, and no operator resolved a review`];
    const row = rows.get(target);
    if (row === undefined || !reviewed.has(target)) return [`${act} of ${target}, which was never under review`];
    return checkEntry(entry, row).map((what) => `${act} of ${target} says ${what}`);
  });
}

function checkEntry({ act, after, project }: LoggedAct, row: Execution): string[] {
  const { chargedMicros, releasedMicros, heldMicros, status } = after ?? {};
  const found: string[] = [];
  const expect = (name: string, said: unknown, due: unknown): void => {
    if (said !== undefined && said !== due)
      found.push(`${name} ${JSON.stringify(said)}, and it is ${JSON.stringify(due)}`);
  };
  expect('project', project ?? '', row.project_id);
  if (act === 'review.begin') expect('heldMicros', heldMicros, row.maximum_micros);
  if (chargedMicros === undefined) return found;
  expect('chargedMicros', chargedMicros, row.charged_micros);
  expect('releasedMicros', releasedMicros, row.maximum_micros - (row.charged_micros ?? NaN));
  expect('status', status, row.status);
  return found;
}
