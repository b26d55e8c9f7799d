/**
 * I11: a paid outcome is never thrown away. Checked in parts where no process dies and no response is lost on its way, so that
 * the system received every response of the provider: outages of any length, deploys, a database that will not write, a clock
 * that jumps. Only a client that asked to cancel may be left without the outcome: the system must not give it up by itself. A
 * result that cannot be read is kept as it was received, for the operator.
 */
import { DEMANDS } from '../demands.ts';
import type { Evidence } from '../evidence.ts';
import { executionOf, forgottenIn } from '../forgotten.ts';

/** Behaviours with which the provider delivered an outcome. */
const DELIVERED: ReadonlySet<string> = new Set(['ok', 'slow', 'cost-nan', 'cost-above', 'other-form']);

export function checkOutcomes(evidence: Evidence): string[] {
  const { run, costs, steps, client, objects } = evidence;
  if (DEMANDS[run.part]?.(run.executions).delivers !== true) return [];
  const status = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step.status]));
  const cancelled = new Set(client.flatMap(({ act, executionId }) => (act === 'cancel' ? (executionId ?? []) : [])));
  const { isGone, isOutcomeGone } = forgottenIn(evidence);
  const known = costs.filter((cost) => !isGone(executionOf(cost.token)) && !isOutcomeGone(cost));
  const kept = new Set(objects.map(({ key }) => receivedToken(key)));
  const unkept = known
    .filter(({ behaviour, token }) => behaviour.name === 'unreadable' && status.get(token ?? '') === 'failed')
    .filter(({ token }) => !kept.has(token))
    .map(({ token }) => `the unreadable result of ${token} is not kept`);
  const thrownAway = known
    .filter(({ behaviour }) => DELIVERED.has(behaviour.name))
    .filter(({ token }) => status.get(token ?? '') !== 'succeeded' && !cancelled.has(executionOf(token)))
    .map(
      ({ token, costMicros }) =>
        `${costMicros} micros were paid for ${token}, which is ${status.get(token ?? '') ?? 'nowhere'}`,
    );
  return [...thrownAway, ...unkept];
}

function receivedToken(key: string): string | null {
  const [, execution, step] = /\/executions\/([^/]+)\/(\d+)-received$/.exec(key) ?? [];
  return execution === undefined ? null : `${execution}.${step}`;
}
