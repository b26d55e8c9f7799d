/** Reads how old the newest backup is, and whether PostgreSQL archives its WAL. */
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';

export interface Backups {
  /** Age of the newest row of `backup_record`. Without any row it is the age of the database, so a forgotten backup shows too. */
  readonly ageSeconds: number;
  /** The last attempt to archive a WAL file failed. */
  readonly isArchiveFailing: boolean;
}

export async function readBackups(database: Database): Promise<Backups> {
  const [found] = await database.rows<Backups>(Prisma.sql`
    SELECT EXTRACT(epoch FROM now() - COALESCE(
             (SELECT max(finished_at) FROM backup_record),
             (SELECT min(started_at) FROM _prisma_migrations)))::float8 AS "ageSeconds",
           COALESCE(last_failed_time > COALESCE(last_archived_time, '-infinity'), false) AS "isArchiveFailing"
      FROM pg_stat_archiver`);
  if (found === undefined) throw new Error('pg_stat_archiver has no row');
  return found;
}
