/** Executions that a time limit has overtaken while no worker holds them; the keeper asks. */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';
import type { ExecutionRef } from './worker/leased.ts';

/** Cancels what nobody has begun within the client's own time limit. Answers how many. */
export async function cancelOverdue(database: Database, limit: number): Promise<number> {
  const [row] = await database.rows<{ cancelled: number }>(
    Prisma.sql`SELECT execution_cancel_overdue(${limit}::integer) AS cancelled`,
  );
  return row?.cancelled ?? 0;
}

export interface OverdueExecution extends ExecutionRef {
  readonly engine: Engine;
}

/**
 * Reviews whose `resolveBy` has passed and that nobody looks at just now; to be claimed before anything is done. Those that were handed
 * back come last, so that none of them keeps the others waiting.
 */
export const overdueReviews = (database: Database, limit: number): Promise<OverdueExecution[]> =>
  database.rows<OverdueExecution>(Prisma.sql`
    SELECT project_id AS "projectId", id, engine FROM execution
    WHERE resolve_by <= now() AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY review_at LIMIT ${limit}::integer`);

/**
 * Running executions that a cancel, the client's own time limit or the deadline has overtaken, that nobody holds and that have no
 * paid call without an outcome; to be claimed before anything is done.
 */
export const overtaken = (database: Database, limit: number): Promise<OverdueExecution[]> =>
  database.rows<OverdueExecution>(Prisma.sql`
    SELECT project_id AS "projectId", id, engine FROM execution_overtaken(${limit}::integer)`);
