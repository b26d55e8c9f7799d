/** Ended exports whose objects still exist. */
import { type Database, Prisma } from '@farebox/db';

export interface OverExport {
  readonly projectId: string;
  readonly id: string;
}

/** At most `limit`. Waits for the lease, because a keeper may still be storing the last part of an export that has just ended. */
export async function overExports(database: Database, limit: number): Promise<readonly OverExport[]> {
  await database.rows(Prisma.sql`
    UPDATE project_export SET status = 'expired', finished_at = coalesce(finished_at, now())
    WHERE removed_at IS NULL AND status IN ('queued', 'running', 'succeeded') AND expires_at <= now() RETURNING id`);
  return await database.rows<OverExport>(Prisma.sql`
    SELECT project_id AS "projectId", id FROM project_export
    WHERE removed_at IS NULL AND status IN ('cancelled', 'expired') AND (leased_until IS NULL OR leased_until <= now()) LIMIT ${limit}`);
}

export async function markRemoved(database: Database, { projectId, id }: OverExport): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE project_export SET removed_at = now() WHERE project_id = ${projectId} AND id = ${id} AND removed_at IS NULL RETURNING id`);
}
