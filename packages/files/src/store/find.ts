/** A file as project administrators see it: a removed file too, with the user who deleted it. */
import type { File } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { FILE_COLUMNS, type FileRow, fileOf } from './row.ts';

export interface FoundFile {
  readonly file: File;
  readonly origin: 'upload' | 'artifact';
  readonly executionId: string | null;
  readonly contentDeletedActor: string | null;
  /** True if the file was deleted and the store still has its object, listed alone or with its whole execution. */
  readonly isRemovalPending: boolean;
}

interface Row extends FileRow {
  readonly origin: FoundFile['origin'];
  readonly execution_id: string | null;
  readonly content_deleted_actor: string | null;
  readonly is_removal_pending: boolean;
}

/** Null if the project never had such a file. */
export async function findFile(
  database: Database,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
): Promise<FoundFile | null> {
  const [row] = await database.rows<Row>(Prisma.sql`
    SELECT ${FILE_COLUMNS}, origin, execution_id, content_deleted_actor, content_deleted_at IS NOT NULL AND (
             EXISTS (SELECT FROM file_removal AS r WHERE r.project_id = f.project_id AND r.object_key = f.object_key)
             OR EXISTS (SELECT FROM execution_content_removal AS r WHERE r.project_id = f.project_id AND r.execution_id = f.execution_id)) AS is_removal_pending
      FROM file AS f WHERE f.project_id = ${projectId} AND f.id = ${fileId}`);
  if (row === undefined) return null;
  const { origin, execution_id, content_deleted_actor, is_removal_pending } = row;
  return {
    file: fileOf(row),
    origin,
    executionId: execution_id,
    contentDeletedActor: content_deleted_actor,
    isRemovalPending: is_removal_pending,
  };
}
