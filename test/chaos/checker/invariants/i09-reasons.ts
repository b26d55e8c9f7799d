/** I9 for reasons: an end is explained by what the client asked for and by the diary, not otherwise. */
import type { Change, Evidence, Execution } from '../evidence.ts';
import { type Order, orderedIn } from '../orders.ts';

/** Workers that crashed on an execution before it is given up, as documented. */
const CRASHES = 5;

export function checkReasons(evidence: Evidence): string[] {
  const { history, executions, run } = evidence;
  const changes = Map.groupBy(history, ({ execution_id }) => execution_id);
  const own = run.ownTools.map(({ name }) => name);
  return [
    ...executions.flatMap((row) => checkBeginning(row, changes.get(row.id) ?? [])),
    ...orderedIn(evidence).flatMap(([row, order]) => checkOrdered(row, order, own)),
  ];
}

function checkBeginning(row: Execution, changes: readonly Change[]): string[] {
  const { id, status, status_reason: reason, attempts } = row;
  const hasRun = changes.some(({ kind, new_status }) => kind === 'execution' && new_status === 'running');
  if (status === 'cancelled' && (reason === 'cancelled_before_start') === hasRun)
    return [`${id} is ${reason}, and had ${hasRun ? '' : 'not '}begun`];
  return status === 'failed' && reason === 'attempts_exhausted' && attempts < CRASHES
    ? [`${id} is ${reason} after ${attempts} attempts`]
    : [];
}

/** A rehearsal fails if it was asked to; a content is rejected by a simulated moderation, or by the runner of an own tool. */
function checkOrdered(row: Execution, order: Order, ownTools: readonly string[]): string[] {
  const { id, status, status_reason: reason } = row;
  const asked = `${order.tool} ${JSON.stringify(order.arguments)}`;
  const isToFail = asked.includes('"outcome":"fail"');
  if (isToFail && status === 'succeeded') return [`${id} was asked to fail, and succeeded`];
  if (status !== 'failed') return [];
  if (reason === 'rehearsed_failure' && !isToFail) return [`${id} failed as rehearsed, and was not asked to`];
  const isRejected = asked.includes('#sim:moderated') || ownTools.some((name) => asked.includes(name));
  return reason === 'content_rejected' && !isRejected ? [`${id} is ${reason}, and nobody rejected it`] : [];
}
