/**
 * Runs the ledger check: compares executions, transfers, accounts, usage and costs, a bounded part at a time. It corrects
 * nothing: a difference is an alert for people.
 */
import type { Database } from '@farebox/db';
import type { Logger, Metrics } from '@farebox/telemetry';
import { LEDGER_CHECK_RULES, type LedgerCheckLimits, ledgerCheckFindings, ledgerCheckTick } from './store/check.ts';

/** Keeps up with 2,000 new transfers a second, and with those of 200 executions a second. */
export const LEDGER_CHECK_LIMITS: LedgerCheckLimits = { rows: 1000, transfers: 20_000, everySeconds: 9 };
/** Maximum of log lines per tick; the metric has the full number. */
const LINES_MAX = 5;

interface Telemetry {
  readonly logger: Pick<Logger, 'error'>;
  readonly metrics: Pick<Metrics, 'ledgerViolations'>;
}

/** Returns the number of breaches that were not known before. */
export async function checkLedger(
  database: Database,
  { logger, metrics }: Telemetry,
  limits: LedgerCheckLimits = LEDGER_CHECK_LIMITS,
): Promise<number> {
  const found = await ledgerCheckTick(database, limits);
  for (const { rule, subject, problem } of found.slice(0, LINES_MAX)) {
    logger.error({ rule, subject, problem }, 'the books disagree');
  }
  // Every keeper exports the open findings of all keepers.
  const standing = await ledgerCheckFindings(database);
  for (const rule of LEDGER_CHECK_RULES) metrics.ledgerViolations.set({ check: rule }, standing.get(rule) ?? 0);
  return found.length;
}
