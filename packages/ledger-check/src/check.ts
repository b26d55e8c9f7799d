/**
 * Looks for breaches between executions, transfers, accounts, usage and costs, a bounded part at a time. It corrects nothing: a
 * difference is an alert for people.
 */
import type { Database } from '@farebox/db';
import type { Logger, Metrics } from '@farebox/telemetry';
import { LEDGER_CHECK_RULES, type LedgerCheckLimits, ledgerCheckFindings, ledgerCheckTick } from './store/check.ts';

/** New transfers are followed up to 2,000 a second, and the executions of 200. */
export const LEDGER_CHECK_LIMITS: LedgerCheckLimits = { rows: 1000, transfers: 20_000, everySeconds: 9 };
/** Lines of one tick, at most; the metric has the number. */
const LINES_MAX = 5;

interface Telemetry {
  readonly logger: Pick<Logger, 'error'>;
  readonly metrics: Pick<Metrics, 'ledgerViolations'>;
}

/** Answers how many breaches it found that were not known. */
export async function checkLedger(
  database: Database,
  { logger, metrics }: Telemetry,
  limits: LedgerCheckLimits = LEDGER_CHECK_LIMITS,
): Promise<number> {
  const found = await ledgerCheckTick(database, limits);
  for (const { rule, subject, problem } of found.slice(0, LINES_MAX)) {
    logger.error({ rule, subject, problem }, 'the books disagree');
  }
  // Each keeper tells what stands in the notes of all.
  const standing = await ledgerCheckFindings(database);
  for (const rule of LEDGER_CHECK_RULES) metrics.ledgerViolations.set({ check: rule }, standing.get(rule) ?? 0);
  return found.length;
}
