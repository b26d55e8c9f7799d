/**
 * Deletes a file before its time: nobody can use it from now on, and the keeper takes its object away within the minute. The row stays, as evidence of
 * what was made and paid, and says when it was deleted and by whom; the same bytes, uploaded again, begin a new life without that.
 */
import { type Database, Prisma, type Transaction } from '@farebox/db';

export interface FileDeletion {
  readonly projectId: string;
  readonly fileId: string;
  readonly by: 'member' | 'operator';
  /** As the issuer of their session names them. */
  readonly actor: string;
}

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
  { projectId, fileId, by, actor }: FileDeletion,
): Promise<DeletedFile | null> {
  const [deleted] = await transaction.$queryRaw<DeletedFile[]>`
    SELECT mime_type AS "mimeType", size_bytes AS "sizeBytes", origin, execution_id AS "executionId", created_at AS "createdAt",
           expired_at AS "expiresAt", deleted_at AS "deletedAt"
      FROM file_delete(${projectId}, ${fileId}, ${by}, ${actor})`;
  return deleted ?? null;
}

export interface FileRemoval {
  readonly projectId: string;
  readonly objectKey: string;
}

/** Objects of deleted files that the store still has, the oldest first; what was put off comes after the others. They stay until they are dropped. */
export const fileRemovals = (database: Database, limit: number): Promise<FileRemoval[]> =>
  database.rows<FileRemoval>(Prisma.sql`
    SELECT project_id AS "projectId", object_key AS "objectKey" FROM file_removal ORDER BY next_at, object_key LIMIT ${limit}`);

export async function dropFileRemovals(database: Database, removals: readonly FileRemoval[]): Promise<void> {
  await database.rows(Prisma.sql`DELETE FROM file_removal WHERE ${among(removals)} RETURNING object_key`);
}

export async function putOffFileRemovals(database: Database, removals: readonly FileRemoval[]): Promise<void> {
  await database.rows(
    Prisma.sql`UPDATE file_removal SET next_at = instant() WHERE ${among(removals)} RETURNING object_key`,
  );
}

const among = (removals: readonly FileRemoval[]): Prisma.Sql => Prisma.sql`(project_id, object_key) IN (
  SELECT * FROM unnest(${removals.map(({ projectId }) => projectId)}::text[], ${removals.map(({ objectKey }) => objectKey)}::text[]))`;
