/** Measures open executions for monitoring. It reads only open executions, however many have ended. */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';

export interface OpenExecutions {
  readonly status: 'queued' | 'running' | 'needs_review';
  /** The engine whose queue or worker has it. */
  readonly engine: Engine;
  readonly count: number;
  /** Age of the oldest, counted from acceptance. */
  readonly oldestSeconds: number;
  /** Held money of live projects; test money does not count. */
  readonly heldMicros: bigint;
}

/** One entry for each status and engine with executions. Only open executions have a job. */
export const openExecutions = (database: Database): Promise<OpenExecutions[]> =>
  database.rows<OpenExecutions>(Prisma.sql`
    SELECT e.status, e.engine, count(*)::integer AS count,
      coalesce(sum(e.maximum_micros) FILTER (WHERE p.environment = 'live'), 0)::bigint AS "heldMicros",
      extract(epoch FROM now() - min(e.created_at))::float8 AS "oldestSeconds"
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id JOIN project AS p ON p.id = j.project_id
    GROUP BY e.status, e.engine`);
