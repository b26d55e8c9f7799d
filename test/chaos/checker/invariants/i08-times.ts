/**
 * I8 for times: a hold is taken when the execution is accepted and settled when it ends, as the customer sees both; these times are those of the
 * suite's own diary and of the client's log. So no charge is in another month than its end.
 */
import type { Change, Evidence, Execution, Transfer } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';
import { isTerminal } from '../evidence.ts';
import type { ShownExecution } from '../views.ts';

/** Times of different processes differ by less. */
const SLACK_MS = 1000;
/** A row has whole milliseconds, the diary has microseconds. */
const ROUNDING_MS = 1;

export function checkTimes(evidence: Evidence): string[] {
  const { run, executions, transfers, replies, history } = evidence;
  const moved = Map.groupBy(transfers, ({ execution_id }) => execution_id);
  const shown = new Map(replies.shown.map((each) => [each.id, each]));
  const changes = Map.groupBy(
    history.filter(({ kind }) => kind === 'execution'),
    ({ execution_id }) => execution_id,
  );
  const seen = run.clocksAgree ? endsSeen(evidence) : new Map<string, string>();
  const { isEndGone } = forgottenIn(evidence);
  return executions.flatMap((row) =>
    [
      ...checkMoved(row, moved.get(row.id) ?? []),
      ...checkDiary(row, changes.get(row.id) ?? []),
      ...checkShown(row, shown.get(row.id)),
      ...(isEndGone(seen.get(row.id) ?? '', row.finished_at) ? [] : checkSeen(row.finished_at, seen.get(row.id))),
    ].map((what) => `${row.id}: ${what}`),
  );
}

const sameTime = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

function checkMoved({ created_at: begun, finished_at: ended }: Execution, own: readonly Transfer[]): string[] {
  return own
    .filter(({ kind, created_at }) => !sameTime(created_at, kind === 'reserve' ? begun : ended))
    .map(({ kind, created_at }) => `${kind} at ${created_at}, and it began at ${begun} and ended at ${ended}`);
}

/** The diary has the start of each transaction, which is the time of everything that it writes. */
function checkDiary({ created_at: begun, finished_at: ended }: Execution, changes: readonly Change[]): string[] {
  const first = changes.find(({ old_status }) => old_status === null);
  const last = changes.find(({ old_status, new_status }) => old_status !== new_status && isTerminal(new_status));
  const found: string[] = [];
  const expect = (what: string, at: string | null, change: Change | undefined): void => {
    if (at === null || change === undefined) return; // a way without its beginning or end is a breach of I9
    const ms = Date.parse(at);
    const span = [Date.parse(change.began), Date.parse(change.at)]; // a clock that is corrected may put the end first
    if (ms < Math.min(...span) - ROUNDING_MS || ms > Math.max(...span) + ROUNDING_MS)
      found.push(`${what} at ${at}, and the diary says from ${change.began} to ${change.at}`);
  };
  expect('it began', begun, first);
  expect('it ended', ended, last);
  return found;
}

function checkShown({ created_at: begun, finished_at: ended }: Execution, shown: ShownExecution | undefined): string[] {
  return shown === undefined || (sameTime(shown.createdAt, begun) && sameTime(shown.finishedAt, ended))
    ? []
    : [`is shown from ${shown.createdAt} to ${shown.finishedAt}, and was from ${begun} to ${ended}`];
}

/** First responses that showed the end of each execution. */
function endsSeen({ client }: Evidence): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const { reply } of exchangesOf(client))
    if (reply.id !== undefined && isTerminal(reply.executionStatus ?? '') && !seen.has(reply.id))
      seen.set(reply.id, reply.at);
  return seen;
}

function checkSeen(ended: string | null, endSeenAt: string | undefined): string[] {
  if (ended === null || endSeenAt === undefined) return [];
  return Date.parse(ended) > Date.parse(endSeenAt) + SLACK_MS
    ? [`ended at ${ended}, and a client saw its end at ${endSeenAt}`]
    : [];
}
