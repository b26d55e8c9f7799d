/**
 * Deletes a file before its retention ends. The file is unusable at once, and the keeper removes its object within a
 * minute. The row stays as evidence, with the time and the actor. If the same bytes are uploaded again, the file is
 * usable again without this mark.
 */
import { type Database, Prisma, type Transaction } from '@farebox/db';

export interface FileDeletion {
  readonly projectId: string;
  readonly fileId: string;
  readonly by: 'member' | 'operator';
  /** The user's name as their session issuer states it. */
  readonly actor: string;
}

export interface DeletedFile {
  readonly mimeType: string;
  readonly sizeBytes: bigint;
  readonly origin: string;
  /** Execution of an artifact; null for an upload. */
  readonly executionId: string | null;
  readonly createdAt: Date;
  /** Time at which the file would have expired. */
  readonly expiresAt: Date;
  readonly deletedAt: Date;
}

/** Null if the project has no such file. */
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

/**
 * Objects of deleted files that the store still has, oldest first; postponed ones come last. They stay in the list
 * until they are dropped.
 */
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
