/** Records the outcome of an attempt. If it disables the endpoint, the same transaction writes an audit log entry. */
import { appendEntry, chainOf, lockChain } from '@farebox/audit-log';
import type { Database } from '@farebox/db';
import { organizationOfProject } from '@farebox/identity';
import type { Logger } from '@farebox/telemetry';
import { type AttemptOutcome, type ClaimedDelivery, recordAttempt } from './store/deliveries.ts';

const REASONS = {
  gone: 'it answered 410',
  failing: 'it took nothing in 28 hours',
} as const;

export interface Recording {
  readonly database: Database;
  readonly logger: Pick<Logger, 'warn'>;
}

export async function record(
  { database, logger }: Recording,
  claimed: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<void> {
  const isLast = outcome.error !== null && outcome.retrySeconds === null;
  if (!isLast) return void (await recordAttempt(database, claimed, outcome));
  const { projectId, endpointId } = claimed;
  await database.transaction(async (transaction) => {
    const chain = chainOf(await organizationOfProject(transaction, projectId));
    // Locks the chain before the endpoint, in the same order as changes of an endpoint.
    await lockChain(transaction, chain);
    const disabled = await recordAttempt(transaction, claimed, outcome);
    if (disabled === null) return;
    const { url, disabledAt, disabledReason } = disabled;
    await appendEntry(transaction, {
      chain,
      actor: { kind: 'system', subject: 'keeper' },
      act: 'webhook.disable',
      projectId,
      target: endpointId,
      before: { url, disabledAt: null, disabledReason: null },
      after: { url, disabledAt: disabledAt.toISOString(), disabledReason },
      reason: REASONS[disabledReason],
      requestId: null,
      replay: null,
    });
    logger.warn({ projectId, webhookId: endpointId, disabledReason }, 'a webhook endpoint was disabled');
  });
}
