/**
 * The ledger check of executions, transfers, accounts, usage, costs, caps, payments and batches: one bounded tick at a time,
 * continuing where the last one ended. It writes only its own notes.
 */
import { type Database, Prisma } from '@farebox/db';

/** Kinds of breach that it detects. */
export const LEDGER_CHECK_RULES = [
  'account',
  'batch',
  'cap',
  'charge',
  'content',
  'cost',
  'hold',
  'job',
  'payment',
  'settlement',
  'transfer',
  'usage',
] as const;
export type LedgerCheckRule = (typeof LEDGER_CHECK_RULES)[number];

export interface LedgerCheckFinding {
  readonly rule: LedgerCheckRule;
  /**
   * An execution, a project, a project and month, a project and key lineage (and month), a transfer, a checkout or one of
   * its events, or a batch.
   */
  readonly subject: string;
  readonly problem: string;
}

export interface LedgerCheckLimits {
  /** Executions per scan, and projects. */
  readonly rows: number;
  readonly transfers: number;
  /** All keepers together run one tick in this time. */
  readonly everySeconds: number;
}

/** Returns new findings. Runs as a short transaction on one snapshot, so that it does not delay the cleanup of old row versions. */
export async function ledgerCheckTick(database: Database, limits: LedgerCheckLimits): Promise<LedgerCheckFinding[]> {
  // If another keeper's tick ended in between, this one fails to serialize; the retry finds that no tick is due.
  return database.snapshot<LedgerCheckFinding>(Prisma.sql`
    SELECT * FROM ledger_check_tick(${limits.rows}::integer, ${limits.transfers}::integer,
      make_interval(secs => ${limits.everySeconds}::double precision))`);
}

/** Number of open findings by rule; a rule without any is missing. */
export async function ledgerCheckFindings(database: Database): Promise<ReadonlyMap<LedgerCheckRule, number>> {
  const rows = await database.rows<{ rule: LedgerCheckRule; count: number }>(
    Prisma.sql`SELECT rule, count(*)::integer AS count FROM audit_finding GROUP BY rule`,
  );
  return new Map(rows.map(({ rule, count }) => [rule, count]));
}
