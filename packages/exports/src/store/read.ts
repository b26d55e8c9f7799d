/** Lists exports of a project, their parts, and their files. */
import { Prisma, rowsOf, type Writer } from '@farebox/db';

export interface ProjectExport {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'cancelled' | 'expired';
  readonly requestedBy: string;
  readonly asOf: Date;
  readonly parts: number;
  readonly rows: bigint;
  readonly sizeBytes: bigint;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date;
}

export interface ExportPart {
  readonly number: number;
  readonly section: string;
  readonly rows: bigint;
  readonly sizeBytes: bigint;
  readonly sha256: string;
  readonly objectKey: string;
}

export interface ExportFile {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: bigint;
  readonly sha256: string;
  readonly objectKey: string;
  readonly expiresAt: Date;
}

interface Of {
  readonly projectId: string;
  readonly exportId: string;
}

const COLUMNS = Prisma.sql`
  id, CASE WHEN expires_at <= now() AND status <> 'cancelled' THEN 'expired' ELSE status END AS status, requested_by AS "requestedBy",
  as_of AS "asOf", parts, rows, size_bytes AS "sizeBytes", created_at AS "createdAt", finished_at AS "finishedAt", expires_at AS "expiresAt"`;

export async function findExport(reader: Writer, { projectId, exportId }: Of): Promise<ProjectExport | null> {
  const [found] = await rowsOf<ProjectExport>(
    reader,
    Prisma.sql`SELECT ${COLUMNS} FROM project_export WHERE project_id = ${projectId} AND id = ${exportId}`,
  );
  return found ?? null;
}

interface Page<B> {
  /** Exclusive; undefined: from the newest. */
  readonly before?: B | undefined;
  readonly limit: number;
}

/** At most `limit`, newest first; the same for the other lists here. */
export async function listExports(
  reader: Writer,
  { projectId, before, limit }: Page<string> & Pick<Of, 'projectId'>,
): Promise<readonly ProjectExport[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND id < ${before}`;
  return await rowsOf(
    reader,
    Prisma.sql`SELECT ${COLUMNS} FROM project_export WHERE project_id = ${projectId} ${older} ORDER BY id DESC LIMIT ${limit}`,
  );
}

export async function listExportParts(
  reader: Writer,
  { projectId, exportId, before, limit }: Page<number> & Of,
): Promise<readonly ExportPart[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND number < ${before}`;
  return await rowsOf(
    reader,
    Prisma.sql`
      SELECT number, section, rows, size_bytes AS "sizeBytes", encode(sha256, 'hex') AS sha256, object_key AS "objectKey"
      FROM project_export_part WHERE project_id = ${projectId} AND export_id = ${exportId} ${older} ORDER BY number DESC LIMIT ${limit}`,
  );
}

/** Files that existed when the export was requested and still exist. */
export async function listExportFiles(
  reader: Writer,
  { projectId, exportId, before, limit }: Page<string> & Of,
): Promise<readonly ExportFile[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND f.id < ${before}`;
  return await rowsOf(
    reader,
    Prisma.sql`
      SELECT f.id, f.mime_type AS "mimeType", f.size_bytes AS "sizeBytes", encode(f.sha256, 'hex') AS sha256, f.object_key AS "objectKey",
             f.expires_at AS "expiresAt"
      FROM project_export AS e JOIN file AS f ON f.project_id = e.project_id AND f.created_at <= e.as_of
      WHERE e.project_id = ${projectId} AND e.id = ${exportId} AND f.expires_at > now() AND f.deleted_at IS NULL ${older}
      ORDER BY f.id DESC LIMIT ${limit}`,
  );
}
