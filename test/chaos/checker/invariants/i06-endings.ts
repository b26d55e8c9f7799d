/**
 * I6: every accepted execution has ended, or is under review, within 60 s of the machine's time after the recovery from the last
 * fault. A review lasts as long as configured: it is not given up before its `resolveBy`, and does not stay open long after it.
 * A part in which no process dies ends no execution for too many attempts: an outage is no fault of the input.
 */
import { DEMANDS } from '../demands.ts';
import { type Change, type Evidence, isTerminal } from '../evidence.ts';
import { grantedMs } from '../granted.ts';

const SETTLE_MS_MAX = 60_000;

export function checkEndings(evidence: Evidence): string[] {
  return [...checkEnds(evidence), ...checkReviews(evidence), ...checkAttempts(evidence)];
}

function checkEnds({ run, executions, steps }: Evidence): string[] {
  const recovered = Date.parse(run.recoveredAt);
  const isLate = run.settledAfterMs === null || run.settledAfterMs > SETTLE_MS_MAX;
  const unknown = new Set(steps.filter(({ status }) => status === 'unknown').map(({ execution_id }) => execution_id));
  const found =
    isLate && !run.clocksAgree ? [`not all had ended ${SETTLE_MS_MAX / 1000} s after the faults were recovered`] : [];
  const ends = executions.flatMap(({ id, status, attempts, created_at, finished_at }) => {
    if (status === 'needs_review')
      return unknown.has(id) ? [] : [`${id} is under review, and no step of it is unknown`];
    if (!isTerminal(status)) return [`${id} is still ${status} after ${attempts} attempts`];
    if (!run.clocksAgree) return []; // the run measured this by its own clock
    const [from, ended] = [Math.max(recovered, Date.parse(created_at)), Date.parse(finished_at ?? '')];
    const tookMs = grantedMs(run.machine, from, ended);
    return tookMs <= SETTLE_MS_MAX ? [] : [`${id} ended ${late(ended - from, tookMs)} after the faults were recovered`];
  });
  return [...found, ...ends];
}

const late = (ms: number, tookMs: number): string =>
  `${ms / 1000} s, ${(tookMs / 1000).toFixed(1)} s as the machine gave them,`;

/** The database rounds timestamps to a millisecond. */
const ROUNDING_MS = 1000;
/** The keeper looks once in each sweep, and a process that works on the review at that moment may finish first. */
const OVERDUE_MS_MAX = 30_000;

function checkReviews({ run, executions, history }: Evidence): string[] {
  const found = history.flatMap((change) => checkReview(change, run.reviewResolveSeconds * 1000));
  for (const { id, resolve_by } of executions) {
    const dueMs = Math.max(Date.parse(resolve_by ?? ''), Date.parse(run.recoveredAt));
    const overdueMs = grantedMs(run.machine, dueMs, Date.parse(run.quietAt));
    if (run.clocksAgree && resolve_by !== null && overdueMs > OVERDUE_MS_MAX)
      found.push(`${id} was to be resolved by ${resolve_by}, and is still under review at ${run.quietAt}`);
  }
  return found;
}

function checkReview({ kind, at, began, execution_id, resolve_by, ...change }: Change, lengthMs: number): string[] {
  if (kind !== 'execution' || change.old_status === change.new_status) return [];
  const leftMs = Date.parse(resolve_by ?? '') - Date.parse(at);
  // Both times are of the same instant, however long the transaction then waited for the processor.
  const wholeMs = Date.parse(resolve_by ?? '') - Date.parse(began);
  if (change.new_status === 'needs_review' && !(wholeMs > lengthMs - ROUNDING_MS))
    return [`the review of ${execution_id} began ${wholeMs} ms before its resolveBy, not ${lengthMs}`];
  return isGivenUp(change) && !(leftMs < ROUNDING_MS)
    ? [`the review of ${execution_id} was given up ${leftMs} ms before its resolveBy`]
    : [];
}

function checkAttempts({ run, executions }: Evidence): string[] {
  if (DEMANDS[run.part]?.(run.executions).delivers !== true) return [];
  return executions
    .filter(({ status_reason: reason }) => reason === 'attempts_exhausted')
    .map(({ id, attempts }) => `${id} was given up after ${attempts} attempts, and nothing crashed`);
}

/** Ends without evidence: only the keeper does so. */
const isGivenUp = ({
  old_status,
  new_status,
  application,
}: Pick<Change, 'old_status' | 'new_status' | 'application'>) =>
  old_status === 'needs_review' && new_status === 'failed' && application === 'farebox-keeper';
