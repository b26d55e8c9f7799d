/** Compares every account with the sum of its transfers. */
import { type Database, Prisma } from '@tollgate/db';

export interface LedgerProblem {
  readonly project_id: string;
  readonly problem: string;
}

/** Nothing when the books are right. */
export const auditLedger = (database: Database): Promise<LedgerProblem[]> =>
  database.rows<LedgerProblem>(Prisma.sql`SELECT project_id, problem FROM ledger_audit()`);
