/** Compares every account with the sum of its transfers. It changes nothing: a difference is an alert for people. */
import type { Database } from '@tollgate/db';
import { auditLedger } from '@tollgate/ledger';
import type { Logger, Metrics } from '@tollgate/telemetry';

/** Lines of one audit, at most; the metric has the number. */
const LINES_MAX = 5;

/** Answers how many accounts are wrong. */
export async function audit(
  database: Database,
  { logger, metrics }: { readonly logger: Pick<Logger, 'error'>; readonly metrics: Pick<Metrics, 'ledgerViolations'> },
): Promise<number> {
  const problems = await auditLedger(database);
  metrics.ledgerViolations.set({ check: 'account_is_sum_of_transfers' }, problems.length);
  for (const { project_id: projectId, problem } of problems.slice(0, LINES_MAX)) {
    logger.error({ projectId, problem }, 'an account is not the sum of its transfers');
  }
  return problems.length;
}
