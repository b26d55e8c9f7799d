/**
 * For the keeper: finds due executions (never delivered, or their worker died) and the engines to notify. The database sets
 * each one's next time before it returns, so that a later sweep repeats a lost notification.
 */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';
import type { ExecutionRef } from './worker/leased.ts';

export interface DueExecution extends ExecutionRef {
  readonly engine: Engine;
  readonly epoch: number;
}

/** Takes up to `limit` due executions, oldest first. Any number of keepers may run it at once; each gets different ones. */
export const sweepDue = (database: Database, limit: number): Promise<DueExecution[]> =>
  database.rows<DueExecution>(Prisma.sql`
    SELECT project_id AS "projectId", id, engine, epoch FROM execution_sweep(${limit}::integer)`);
