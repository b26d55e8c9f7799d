/** Files of a project: uploads and artifacts. A file of another project, or an expired one, is treated as absent. */
import { AppError, type File } from '@farebox/contract';
import type { FileFacts } from '@farebox/catalog';
import { type Database, Prisma, rowsOf } from '@farebox/db';
import { invariant, isId, newId } from '@farebox/kernel';
import { uploadKey } from '../keys.ts';
import { SAMPLES, type SampleFile } from '../samples.ts';
import { RETENTION } from '../period.ts';
import { NO_QUOTA, quotaReached, type Room, roomFor, type StorageQuota } from './quota.ts';
import { FILE_COLUMNS, type FileRow, fileOf, hex } from './row.ts';
import { endOfUploadUrl, takeOnce, type UploadOnce, type UploadUrlState, uploadUrlState } from './upload-once.ts';

export interface StoredFileRow extends FileRow {
  readonly object_key: string;
}

export interface StoredFile {
  readonly file: File;
  readonly objectKey: string;
}

export interface Upload {
  readonly projectId: string;
  /** Hexadecimal digest. */
  readonly sha256: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly durationSeconds?: number | undefined;
  /** The use of an upload URL, which accepts one file; a second file gets `upload_url_used`. */
  readonly once?: UploadOnce | undefined;
}

/** Resolves to a function that removes the bytes again, if possible. The caller does not wait for it. */
export type PutBytes = (objectKey: string) => Promise<void | (() => void)>;

export interface FileStore {
  /** Facts about files, samples included, for tools and quotes, by id. Unusable files are missing. */
  readonly facts: (projectId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  /**
   * Registers an upload after `put` has stored its bytes under the given object key. If the project already has the
   * same bytes, they are not stored again: the existing file is returned, and its retention is not extended. Rejects
   * with `storage_quota_reached` if the project or its organization would exceed its quota.
   */
  readonly saveUpload: (upload: Upload, put: PutBytes, quota?: StorageQuota) => Promise<File>;
  /** Expiry of an upload URL that is created now. */
  readonly endOfUploadUrl: (seconds: number) => Promise<Date>;
  readonly uploadUrlState: (projectId: string, once: UploadOnce) => Promise<UploadUrlState>;
  /** A retrievable artifact of this execution, or null. */
  readonly artifact: (projectId: string, executionId: string, fileId: string) => Promise<StoredFile | null>;
}

export function createFileStore(database: Database): FileStore {
  return {
    facts: async (projectId, ids) => {
      const samples = ids.flatMap((id) => SAMPLES.get(id) ?? []);
      const found = new Map<string, FileFacts>(samples.map((sample) => [sample.id, factsOf(sample)]));
      const wanted = ids.filter((id) => isId('file', id));
      if (wanted.length === 0) return found;
      const rows = await database.rows<FileRow>(Prisma.sql`
        SELECT ${FILE_COLUMNS} FROM file WHERE project_id = ${projectId} AND id = ANY (${wanted}) AND expires_at > now() AND deleted_at IS NULL`);
      for (const row of rows) found.set(row.id, fileOf(row));
      return found;
    },
    saveUpload: async (upload, put, quota = NO_QUOTA) =>
      (await findAgain(database, upload)) ??
      (await storeUpload(database, upload, { put, room: await roomFor(database, upload, quota) })),
    endOfUploadUrl: (seconds) => endOfUploadUrl(database, seconds),
    uploadUrlState: (projectId, once) => uploadUrlState(database, projectId, once),
    artifact: async (projectId, executionId, fileId) => {
      if (!isId('execution', executionId) || !isId('file', fileId)) return null;
      const [row] = await database.rows<StoredFileRow>(Prisma.sql`
        SELECT ${FILE_COLUMNS}, object_key FROM file WHERE project_id = ${projectId} AND id = ${fileId} AND execution_id = ${executionId}
          AND expires_at > now() AND deleted_at IS NULL`);
      return row === undefined ? null : { file: fileOf(row), objectKey: row.object_key };
    },
  };
}

const factsOf = ({ path: _, ...facts }: SampleFile): FileFacts => facts;

/** A file with the same bytes that the project already has. It also counts as the one file of an upload URL. */
async function findAgain(database: Database, upload: Upload): Promise<File | null> {
  const found = await findUpload(database, upload);
  const { once, projectId } = upload;
  if (found !== null && once !== undefined)
    await database.transaction((transaction) => takeOnce(transaction, { projectId, fileId: found.id, once }));
  return found;
}

async function findUpload(database: Database, { projectId, sha256 }: Upload): Promise<File | null> {
  const [row] = await database.rows<FileRow>(Prisma.sql`
    SELECT ${FILE_COLUMNS} FROM file WHERE project_id = ${projectId} AND sha256 = ${Buffer.from(sha256, 'hex')} AND origin = 'upload'
      AND expires_at > now() AND deleted_at IS NULL`);
  return row === undefined ? null : fileOf(row);
}

export async function findById(
  database: Database,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
): Promise<File | null> {
  const [row] = await database.rows<FileRow>(Prisma.sql`
    SELECT ${FILE_COLUMNS} FROM file WHERE project_id = ${projectId} AND id = ${fileId} AND expires_at > instant() AND deleted_at IS NULL`);
  return row === undefined ? null : fileOf(row);
}

interface Storing {
  readonly put: PutBytes;
  readonly room: Room;
}

async function storeUpload(database: Database, upload: Upload, { put, room }: Storing): Promise<File> {
  const id = newId('file');
  const objectKey = uploadKey(upload.projectId, id);
  const remove = await put(objectKey);
  const statement = saving(upload, { id, objectKey, room });
  const saved = upload.once === undefined ? savedAlone(database, statement) : savedOnce(database, upload, statement);
  const row = await saved.catch((error: unknown) => {
    // Here nothing was registered for certain. After any other failure the row may exist.
    if (error instanceof AppError) remove?.();
    throw error;
  });
  // Another request was faster, with the same bytes or for the quota. So no row will ever refer to this object, and no
  // quota counts it.
  if (row?.object_key !== objectKey) remove?.();
  if (row === undefined) throw quotaReached(0, upload.sizeBytes);
  invariant(hex(row.sha256) === upload.sha256, 'a saved upload is returned');
  return fileOf(row);
}

interface Target {
  readonly id: string;
  readonly objectKey: string;
  readonly room: Room;
}

export const saving = (upload: Upload, { id, objectKey, room }: Target): Prisma.Sql => Prisma.sql`
  SELECT ${FILE_COLUMNS}, object_key FROM file_save_upload_within(${room.bytesMax}::bigint, ${room.organizationBytesMax}::bigint, ${id}, ${upload.projectId},
    ${Buffer.from(upload.sha256, 'hex')}, ${upload.mimeType}, ${upload.sizeBytes}::bigint, ${upload.width ?? null}::integer, ${upload.height ?? null}::integer,
    ${upload.durationSeconds ?? null}::double precision, ${objectKey}, ${RETENTION}::interval)`;

async function savedAlone(database: Database, statement: Prisma.Sql): Promise<StoredFileRow | undefined> {
  return (await database.rows<StoredFileRow>(statement))[0];
}

/** Saves the file and the use of its upload URL, or neither. */
const savedOnce = (
  database: Database,
  { projectId, once }: Upload,
  statement: Prisma.Sql,
): Promise<StoredFileRow | undefined> =>
  database.transaction(async (transaction) => {
    const [row] = await rowsOf<StoredFileRow>(transaction, statement);
    if (row !== undefined && once !== undefined) await takeOnce(transaction, { projectId, fileId: row.id, once });
    return row;
  });
