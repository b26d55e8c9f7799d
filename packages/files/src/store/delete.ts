/**
 * Deletes a file before its time: from now on it is as if its period were over, and the keeper takes its object away within the minute. The row
 * stays, as evidence of what was made and paid; the same bytes, uploaded again, begin a new period.
 */
import type { Transaction } from '@tollgate/db';

export interface DeletedFile {
  readonly mimeType: string;
  readonly sizeBytes: bigint;
  readonly origin: string;
  /** Of an artifact. */
  readonly executionId: string | null;
  readonly createdAt: Date;
  /** When it would have expired. */
  readonly expiresAt: Date;
  readonly deletedAt: Date;
}

/** Null: the project has no such file, or no longer. */
export async function deleteFile(
  transaction: Transaction,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
): Promise<DeletedFile | null> {
  const [deleted] = await transaction.$queryRaw<DeletedFile[]>`
    WITH before AS (
      SELECT project_id, id, expires_at FROM file
       WHERE project_id = ${projectId} AND id = ${fileId} AND expires_at > instant() AND deleted_at IS NULL FOR UPDATE
    )
    UPDATE file AS f SET expires_at = instant() FROM before WHERE f.project_id = before.project_id AND f.id = before.id
    RETURNING f.mime_type AS "mimeType", f.size_bytes AS "sizeBytes", f.origin, f.execution_id AS "executionId", f.created_at AS "createdAt",
              before.expires_at AS "expiresAt", f.expires_at AS "deletedAt"`;
  return deleted ?? null;
}
