/** Resumable uploads. An upload of another project, or an expired one, is treated as absent. */
import { randomBytes } from 'node:crypto';
import type { File, UploadMimeType } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Transaction } from '@farebox/db';
import { newId } from '@farebox/kernel';
import { resumablePartKey, uploadKey } from '../keys.ts';
import { findById, saving, type StoredFileRow, type Upload } from './files.ts';
import { quotaReached, type Room, roomFor, type StorageQuota, withRoomFor } from './quota.ts';

export interface ResumableUpload {
  readonly projectId: string;
  readonly id: string;
  readonly mimeType: UploadMimeType;
  readonly sizeBytes: number;
  /** Number of received bytes. */
  readonly offset: number;
  /** Null until it is finished. */
  readonly fileId: string | null;
  readonly expiresAt: Date;
}

export interface Opening {
  readonly projectId: string;
  readonly mimeType: UploadMimeType;
  readonly sizeBytes: number;
}

type Name = Pick<ResumableUpload, 'projectId' | 'id'>;
export type Finishing = Pick<Upload, 'sha256' | 'width' | 'height' | 'durationSeconds'>;

export interface ResumableStore {
  /** Throws `storage_quota_reached`. Null if the project or its organization has the maximum number of open uploads. */
  readonly open: (opening: Opening, quota: StorageQuota) => Promise<ResumableUpload | null>;
  readonly find: (name: Name) => Promise<ResumableUpload | null>;
  /** Null until the upload is finished, and if the file is gone. */
  readonly fileOf: (upload: ResumableUpload) => Promise<File | null>;
  /** Key for the bytes that start at `offset`. */
  readonly newPartKey: (name: Name, offset: number) => string;
  /** False if the bytes are not the next ones, so no row refers to that object. */
  readonly append: (
    name: Name,
    part: { readonly offset: number; readonly sizeBytes: number; readonly objectKey: string },
  ) => Promise<boolean>;
  /** Keys of the parts in order; together they contain the received bytes. */
  readonly partKeys: (name: Name) => Promise<readonly string[]>;
  /**
   * Room of the project. Throws `storage_quota_reached` if the project or its organization is over its quota, before
   * the parts are joined.
   */
  readonly room: (projectId: string, quota: StorageQuota) => Promise<Room>;
  /**
   * Creates the file of a complete upload once, and returns the objects to remove. Throws `storage_quota_reached`. Null
   * if the upload is gone.
   */
  readonly finish: (
    upload: ResumableUpload,
    found: Finishing,
    options: { readonly put: (objectKey: string) => Promise<void>; readonly room: Room },
  ) => Promise<{ readonly fileId: string; readonly unneeded: readonly string[] } | null>;
  /** Ends the upload. Returns its objects, which the caller removes. */
  readonly remove: (name: Name) => Promise<readonly string[]>;
}

/** Maximum open uploads of one project, and of all projects of an organization together. */
const OPEN_UPLOADS_MAX = { project: 8, organization: 32 };
const LIFETIME = '24 hours';
const NAME = /^up_[0-9a-f]{32}$/;

export function createResumableStore(database: Database): ResumableStore {
  const find = async ({ projectId, id }: Name): Promise<ResumableUpload | null> => {
    if (!NAME.test(id)) return null;
    const [row] = await database.rows<UploadRow>(Prisma.sql`
      SELECT project_id, id, mime_type, size_bytes, offset_bytes, file_id, expires_at FROM upload_resumable
      WHERE project_id = ${projectId} AND id = ${id} AND expires_at > instant()`);
    return row === undefined ? null : uploadOf(row);
  };
  return {
    find,
    fileOf: ({ projectId, fileId }) =>
      fileId === null ? Promise.resolve(null) : findById(database, { projectId, fileId }),
    open: async (opening, quota) => {
      const { projectId, mimeType, sizeBytes } = opening;
      const { bytesMax, organizationBytesMax } = await roomFor(database, opening, quota);
      const id = `up_${randomBytes(16).toString('hex')}`;
      const [row] = await database.rows<{ state: string }>(Prisma.sql`
        SELECT upload_resumable_open(${projectId}, ${id}, ${mimeType}, ${sizeBytes}::bigint, ${bytesMax}::bigint,
          ${organizationBytesMax}::bigint, ${OPEN_UPLOADS_MAX.project}::integer, ${OPEN_UPLOADS_MAX.organization}::integer,
          ${LIFETIME}::interval) AS state`);
      if (row?.state === 'full') throw quotaReached(0, sizeBytes);
      return row?.state === 'open' ? find({ projectId, id }) : null;
    },
    newPartKey: ({ projectId, id }, offset) =>
      resumablePartKey({ projectId, uploadId: id, offset, name: randomBytes(8).toString('hex') }),
    append: async ({ projectId, id }, { offset, sizeBytes, objectKey }) => {
      const [row] = await database.rows<{ appended: boolean }>(Prisma.sql`
        SELECT upload_resumable_append(${projectId}, ${id}, ${offset}::bigint, ${sizeBytes}::bigint, ${objectKey}) AS appended`);
      return row?.appended === true;
    },
    partKeys: async ({ projectId, id }) => {
      const rows = await database.rows<{ object_key: string }>(Prisma.sql`
        SELECT object_key FROM upload_resumable_part WHERE project_id = ${projectId} AND upload_id = ${id} ORDER BY offset_bytes`);
      return rows.map(({ object_key }) => object_key);
    },
    room: (projectId, quota) => roomFor(database, { projectId, sizeBytes: 0 }, quota),
    finish: async (upload, found, { put, room }) => {
      const id = newId('file');
      const objectKey = uploadKey(upload.projectId, id);
      const { projectId, mimeType, sizeBytes } = upload;
      await put(objectKey);
      // The announced size is already counted against the quota until the upload ends.
      const statement = saving(
        { projectId, mimeType, sizeBytes, ...found },
        { id, objectKey, room: withRoomFor(sizeBytes, room) },
      );
      return await database.transaction((transaction) => finished(transaction, upload, { statement, objectKey }));
    },
    remove: async ({ projectId, id }) => {
      const rows = await database.rows<{ object_key: string }>(
        Prisma.sql`SELECT * FROM upload_resumable_remove(${projectId}, ${id})`,
      );
      return rows.map(({ object_key }) => object_key);
    },
  };
}

/** Ends one expired upload and returns its objects, or null if none has expired. */
export async function expireUpload(database: Database): Promise<readonly string[] | null> {
  const [row] = await database.rows<{ object_keys: string[] }>(
    Prisma.sql`SELECT object_keys FROM upload_resumable_expire()`,
  );
  return row?.object_keys ?? null;
}

interface UploadRow {
  readonly project_id: string;
  readonly id: string;
  readonly mime_type: UploadMimeType;
  readonly size_bytes: bigint;
  readonly offset_bytes: bigint;
  readonly file_id: string | null;
  readonly expires_at: Date;
}

const uploadOf = (row: UploadRow): ResumableUpload => ({
  projectId: row.project_id,
  id: row.id,
  mimeType: row.mime_type,
  sizeBytes: Number(row.size_bytes),
  offset: Number(row.offset_bytes),
  fileId: row.file_id,
  expiresAt: row.expires_at,
});

/** Saves the file and its id in the upload, and deletes the parts, in one transaction. */
async function finished(
  transaction: Transaction,
  { projectId, id, sizeBytes }: ResumableUpload,
  { statement, objectKey }: { readonly statement: Prisma.Sql; readonly objectKey: string },
): Promise<{ fileId: string; unneeded: readonly string[] } | null> {
  const [open] = await rowsOf<{ fileId: string | null }>(
    transaction,
    Prisma.sql`SELECT file_id AS "fileId" FROM upload_resumable WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`,
  );
  if (open === undefined) return null;
  if (open.fileId !== null) return { fileId: open.fileId, unneeded: [objectKey] };
  const [file] = await rowsOf<StoredFileRow>(transaction, statement);
  if (file === undefined) throw quotaReached(0, sizeBytes);
  await transaction.$executeRaw`UPDATE upload_resumable SET file_id = ${file.id} WHERE project_id = ${projectId} AND id = ${id}`;
  const parts = await rowsOf<{ object_key: string }>(
    transaction,
    Prisma.sql`DELETE FROM upload_resumable_part WHERE project_id = ${projectId} AND upload_id = ${id} RETURNING object_key`,
  );
  const own = file.object_key === objectKey ? [] : [objectKey];
  return { fileId: file.id, unneeded: [...own, ...parts.map(({ object_key }) => object_key)] };
}
