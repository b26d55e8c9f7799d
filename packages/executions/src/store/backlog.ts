/** How much is not over yet, for whoever watches the service. It reads only open executions, however many have ended. */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';

export interface OpenExecutions {
  readonly status: 'queued' | 'running' | 'needs_review';
  /** Whose queue it is in, or whose worker has it. */
  readonly engine: Engine;
  readonly count: number;
  /** Since the oldest of them was accepted. */
  readonly oldestSeconds: number;
  /** Of live projects: what test projects hold is play money. */
  readonly heldMicros: bigint;
}

/** One entry for each status and engine of which there is any. The jobs are those of open executions alone. */
export const openExecutions = (database: Database): Promise<OpenExecutions[]> =>
  database.rows<OpenExecutions>(Prisma.sql`
    SELECT e.status, e.engine, count(*)::integer AS count,
      coalesce(sum(e.maximum_micros) FILTER (WHERE p.environment = 'live'), 0)::bigint AS "heldMicros",
      extract(epoch FROM now() - min(e.created_at))::float8 AS "oldestSeconds"
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id JOIN project AS p ON p.id = j.project_id
    GROUP BY e.status, e.engine`);
