/** Executions whose content was deleted and whose objects are still in the store. Reading one twice is harmless. */
import { type Database, Prisma } from '@farebox/db';

export interface ContentRemoval {
  readonly projectId: string;
  /** Id of the execution. */
  readonly id: string;
}

/** Returns the oldest first. Each stays until it is dropped. */
export const takeContentRemovals = (database: Database, limit: number): Promise<ContentRemoval[]> =>
  database.rows<ContentRemoval>(Prisma.sql`
    SELECT project_id AS "projectId", execution_id AS id FROM execution_content_removal ORDER BY asked_at, execution_id LIMIT ${limit}`);

export async function dropContentRemoval(database: Database, { projectId, id }: ContentRemoval): Promise<void> {
  await database.rows(Prisma.sql`
    DELETE FROM execution_content_removal WHERE project_id = ${projectId} AND execution_id = ${id} RETURNING execution_id`);
}

/** Counts them, at most up to `limit`. */
export async function countContentRemovals(database: Database, limit: number): Promise<number> {
  const [row] = await database.rows<{ waiting: number }>(Prisma.sql`
    SELECT count(*)::integer AS waiting FROM (SELECT FROM execution_content_removal LIMIT ${limit}) AS each`);
  return row?.waiting ?? 0;
}
