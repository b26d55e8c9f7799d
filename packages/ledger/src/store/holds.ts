/** Open holds of a project: its open executions, each with the amount that is set aside for it. */
import { type Database, Prisma } from '@farebox/db';

export interface OpenHold {
  readonly executionId: string;
  readonly tool: string;
  readonly status: string;
  readonly heldMicros: bigint;
  readonly since: Date;
}

/** Newest first, before this execution; a page by key over open executions only. */
export async function readHolds(
  database: Database,
  {
    projectId,
    before = null,
    limit,
  }: { readonly projectId: string; readonly before?: string | null | undefined; readonly limit: number },
): Promise<readonly OpenHold[]> {
  return await database.rows<OpenHold>(Prisma.sql`
    SELECT e.id AS "executionId", e.tool, e.status, e.maximum_micros AS "heldMicros", e.created_at AS since
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id
    WHERE j.project_id = ${projectId} AND (${before}::text IS NULL OR j.id < ${before}::text COLLATE "C")
    ORDER BY j.id DESC LIMIT ${limit}::integer`);
}
