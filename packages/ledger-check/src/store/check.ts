/**
 * The ledger check of executions, transfers, accounts, usage, costs, caps, payments and batches: one bounded tick at a time, from where the last one stood. It changes
 * nothing but its own notes.
 */
import { type Database, Prisma } from '@farebox/db';

/** The kinds of breach it knows. */
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
  /** An execution, a project, a project and month, a project and key's lineage (and month), a transfer, a checkout or an event of one, or a batch. */
  readonly subject: string;
  readonly problem: string;
}

export interface LedgerCheckLimits {
  /** Executions of each walk, and projects. */
  readonly rows: number;
  readonly transfers: number;
  /** However many keepers there are, one tick in this time. */
  readonly everySeconds: number;
}

/**
 * Answers what had not been found before. A short transaction on one snapshot, so that it delays nobody's clean-up of old row versions.
 */
export async function ledgerCheckTick(database: Database, limits: LedgerCheckLimits): Promise<LedgerCheckFinding[]> {
  // Another keeper's tick that ended in between makes this one fail to serialize; the next try finds that nothing is due.
  return database.snapshot<LedgerCheckFinding>(Prisma.sql`
    SELECT * FROM ledger_check_tick(${limits.rows}::integer, ${limits.transfers}::integer,
      make_interval(secs => ${limits.everySeconds}::double precision))`);
}

/** How many breaches stand, by rule; a rule without any is missing. */
export async function ledgerCheckFindings(database: Database): Promise<ReadonlyMap<LedgerCheckRule, number>> {
  const rows = await database.rows<{ rule: LedgerCheckRule; count: number }>(
    Prisma.sql`SELECT rule, count(*)::integer AS count FROM audit_finding GROUP BY rule`,
  );
  return new Map(rows.map(({ rule, count }) => [rule, count]));
}
