/**
 * I11: an outcome that was paid for is never thrown away. Looked for where no process dies and no answer is lost on its way, so that the
 * system held every answer of the provider: outages of any length, deploys, a database that will not write, a clock that jumps.
 */
import { DEMANDS } from '../demands.ts';
import type { Evidence } from '../evidence.ts';
import { executionOf, forgottenIn } from '../forgotten.ts';

/** What the provider did well. */
const DELIVERED: ReadonlySet<string> = new Set(['ok', 'slow', 'cost-nan', 'cost-above']);

export function checkOutcomes(evidence: Evidence): string[] {
  const { run, costs, steps, executions } = evidence;
  if (DEMANDS[run.part]?.(run.executions).delivers !== true) return [];
  const status = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step.status]));
  const cancelled = new Set(
    executions.flatMap(({ id, cancel_requested_at }) => (cancel_requested_at === null ? [] : [id])),
  );
  const { isGone, isOutcomeGone } = forgottenIn(evidence);
  return costs
    .filter((cost) => !isGone(executionOf(cost.token)) && !isOutcomeGone(cost))
    .filter(({ behaviour, wasCancelled }) => DELIVERED.has(behaviour.name) && wasCancelled !== true)
    .filter(({ token }) => status.get(token ?? '') !== 'succeeded' && !cancelled.has(executionOf(token)))
    .map(
      ({ token, costMicros }) =>
        `${costMicros} micros were paid for ${token}, which is ${status.get(token ?? '') ?? 'nowhere'}`,
    );
}
