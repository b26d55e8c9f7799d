/**
 * Upload URLs that accept one file. Creating one writes nothing. Its use is recorded with the file, in one transaction.
 * Only the database's clock decides when a URL expires.
 */
import { AppError } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Transaction } from '@farebox/db';

export interface UploadOnce {
  /** Id of the URL; unguessable. */
  readonly id: string;
  readonly expiresAt: Date;
}

export type UploadUrlState = { readonly kind: 'open' | 'ended' } | { readonly kind: 'used'; readonly fileId: string };

/** Rounded to the second, like the expiry of a download URL. */
export async function endOfUploadUrl(database: Database, seconds: number): Promise<Date> {
  const [row] = await database.rows<{ at: Date }>(
    Prisma.sql`SELECT date_trunc('second', instant()) + make_interval(secs => ${seconds}::double precision) AS at`,
  );
  return (row as { at: Date }).at;
}

export async function uploadUrlState(
  database: Database,
  projectId: string,
  { id, expiresAt }: UploadOnce,
): Promise<UploadUrlState> {
  const [row] = await database.rows<{ ended: boolean; fileId: string | null }>(Prisma.sql`
    SELECT ${expiresAt}::timestamptz <= instant() AS ended,
           (SELECT file_id FROM upload_url_use WHERE project_id = ${projectId} AND id = ${id}) AS "fileId"`);
  if (row !== undefined && row.fileId !== null) return { kind: 'used', fileId: row.fileId };
  return { kind: row?.ended === false ? 'open' : 'ended' };
}

interface Taking {
  readonly projectId: string;
  readonly fileId: string;
  readonly once: UploadOnce;
}

/** Longer than any upload that started in time. An older use can neither be repeated nor matter. */
const REMEMBERED = '1 hour';

/** Throws `upload_url_used`, which ends the transaction. Waits for a concurrent use of the same URL. */
export async function takeOnce(transaction: Transaction, { projectId, fileId, once }: Taking): Promise<void> {
  const taken = await rowsOf<{ id: string }>(
    transaction,
    Prisma.sql`
    INSERT INTO upload_url_use (project_id, id, file_id, expires_at)
    SELECT ${projectId}, ${once.id}, ${fileId}, ${once.expiresAt}::timestamptz
     WHERE ${once.expiresAt}::timestamptz > instant() - ${REMEMBERED}::interval
    ON CONFLICT DO NOTHING RETURNING id`,
  );
  if (taken.length === 0) throw await alreadyUsed(transaction, projectId, once);
  await transaction.$executeRaw`
    DELETE FROM upload_url_use WHERE project_id = ${projectId} AND id IN (
      SELECT id FROM upload_url_use WHERE project_id = ${projectId} AND expires_at <= instant() - ${REMEMBERED}::interval
      ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED)`;
}

async function alreadyUsed(transaction: Transaction, projectId: string, { id }: UploadOnce): Promise<AppError> {
  const [row] = await rowsOf<{ fileId: string }>(
    transaction,
    Prisma.sql`SELECT file_id AS "fileId" FROM upload_url_use WHERE project_id = ${projectId} AND id = ${id}`,
  );
  return new AppError('upload_url_used', row === undefined ? {} : { details: { fileId: row.fileId } });
}
