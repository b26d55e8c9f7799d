/**
 * What the keeper does with executions: finds those that are due (never delivered, or their worker died), and says who should
 * look. The database sets each one's next time before it answers, so a notification that is lost is made up for by a later sweep.
 */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';
import type { ExecutionRef } from './worker/leased.ts';

export interface DueExecution extends ExecutionRef {
  readonly engine: Engine;
  readonly epoch: number;
}

/** Takes up to `limit` due executions, oldest first. Any number of keepers may call it at once; none gets what another got. */
export const sweepDue = (database: Database, limit: number): Promise<DueExecution[]> =>
  database.rows<DueExecution>(Prisma.sql`
    SELECT project_id AS "projectId", id, engine, epoch FROM execution_sweep(${limit}::integer)`);
