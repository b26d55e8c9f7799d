/** I6: every accepted execution has ended, or is under review, within 60 s after the faults were healed. */
import { type Evidence, isTerminal } from '../evidence.ts';

const SETTLE_MS_MAX = 60_000;

export function checkEndings({ run, executions, steps }: Evidence): string[] {
  const healed = Date.parse(run.healedAt);
  const unknown = new Set(steps.filter(({ status }) => status === 'unknown').map(({ execution_id }) => execution_id));
  return executions.flatMap(({ id, status, attempts, created_at, finished_at }) => {
    if (status === 'needs_review')
      return unknown.has(id) ? [] : [`${id} is under review, and no step of it is unknown`];
    if (!isTerminal(status)) return [`${id} is still ${status} after ${attempts} attempts`];
    const allowed = Math.max(healed, Date.parse(created_at)) + SETTLE_MS_MAX;
    const ended = Date.parse(finished_at ?? '');
    return ended <= allowed ? [] : [`${id} ended ${(ended - healed) / 1000} s after the faults were healed`];
  });
}
