/** How much is not over yet, for whoever watches the service. It reads only open executions, however many have ended. */
import { type Database, Prisma } from '@tollgate/db';

export interface OpenExecutions {
  readonly status: 'queued' | 'running' | 'needs_review';
  readonly count: number;
  /** Since the oldest of them was accepted. */
  readonly oldestSeconds: number;
}

/** One entry for each status in which there is any. Every open execution has a `dispatch_at`, whose index is partial. */
export const openExecutions = (database: Database): Promise<OpenExecutions[]> =>
  database.rows<OpenExecutions>(Prisma.sql`
    SELECT status, count(*)::integer AS count, extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds"
    FROM execution WHERE dispatch_at IS NOT NULL GROUP BY status`);
