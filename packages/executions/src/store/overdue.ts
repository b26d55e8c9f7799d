/** For the keeper: executions without a worker that have exceeded a time limit. */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';
import type { ExecutionRef } from './worker/leased.ts';

/** Cancels executions that were not started within the client's time limit, and returns them. */
export const cancelOverdue = (database: Database, limit: number): Promise<ExecutionRef[]> =>
  database.rows<ExecutionRef>(
    Prisma.sql`SELECT project_id AS "projectId", id FROM execution_cancel_overdue(${limit}::integer, instant())`,
  );

export interface OverdueExecution extends ExecutionRef {
  readonly engine: Engine;
}

/**
 * Returns reviews past `resolveBy` that no worker holds; they must be claimed before anything is done. Reviews that were
 * handed back come last, so that they do not block the others.
 */
export const overdueReviews = (database: Database, limit: number): Promise<OverdueExecution[]> =>
  database.rows<OverdueExecution>(Prisma.sql`
    SELECT project_id AS "projectId", id, engine FROM execution
    WHERE resolve_by <= now() AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY review_at LIMIT ${limit}::integer`);

/**
 * Returns running executions that are cancelled or past the client's time limit or the deadline, that no worker holds and
 * that have no provider call without an outcome; they must be claimed before anything is done.
 */
export const overtaken = (database: Database, limit: number): Promise<OverdueExecution[]> =>
  database.rows<OverdueExecution>(Prisma.sql`
    SELECT project_id AS "projectId", id, engine FROM execution_overtaken(${limit}::integer)`);
