/**
 * I11 in every part: a result that the provider delivered is never taken for one that it refused or that cannot be read. What else a crash or a
 * lost response can make of it is checked only in the parts without them.
 */
import type { Evidence } from '../evidence.ts';
import { executionOf } from '../forgotten.ts';

const DELIVERED: ReadonlySet<string> = new Set([
  'ok',
  'slow',
  'cost-nan',
  'cost-above',
  'cost-unstated',
  'other-form',
  'late-invoice',
]);
/** Only a response of the provider itself can be the reason for these. */
const ANSWERED: ReadonlySet<string | null> = new Set([
  'provider_output_invalid',
  'content_rejected',
  'provider_rejected',
]);

export function checkDeliveredResults({ costs, steps, executions }: Evidence): string[] {
  const failed = new Set(
    steps.filter(({ status }) => status === 'failed').map(({ execution_id, index }) => `${execution_id}.${index}`),
  );
  const reasons = new Map(executions.map(({ id, status_reason: reason }) => [id, reason]));
  return costs
    .filter(
      ({ token, behaviour, wasCancelled }) =>
        DELIVERED.has(behaviour.name) && wasCancelled !== true && failed.has(token ?? ''),
    )
    .flatMap(({ token }) => {
      const reason = reasons.get(executionOf(token)) ?? null;
      return ANSWERED.has(reason) ? [`the result of ${token} was delivered, and the step failed as ${reason}`] : [];
    });
}
