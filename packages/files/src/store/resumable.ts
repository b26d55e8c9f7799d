/** Uploads that go on where they were broken off: one of another project, or past its end, is as if it were absent. */
import { randomBytes } from 'node:crypto';
import { AppError, type File, type UploadMimeType } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Transaction } from '@farebox/db';
import { newId } from '@farebox/kernel';
import { resumablePartKey, uploadKey } from '../keys.ts';
import { findById, roomFor, saving, type StorageQuota, type StoredFileRow, type Upload } from './files.ts';

export interface ResumableUpload {
  readonly projectId: string;
  readonly id: string;
  readonly mimeType: UploadMimeType;
  readonly sizeBytes: number;
  /** Bytes that have come. */
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
  /** Throws `storage_quota_reached`; null when the project has as many open uploads as it may. */
  readonly open: (opening: Opening, quota: StorageQuota) => Promise<ResumableUpload | null>;
  readonly find: (name: Name) => Promise<ResumableUpload | null>;
  /** Null until it is finished, and when the file is gone. */
  readonly fileOf: (upload: ResumableUpload) => Promise<File | null>;
  /** Where the bytes from `offset` on are to be put. */
  readonly newPartKey: (name: Name, offset: number) => string;
  /** False: they were not what comes next, so nobody refers to that object. */
  readonly append: (
    name: Name,
    part: { readonly offset: number; readonly sizeBytes: number; readonly objectKey: string },
  ) => Promise<boolean>;
  /** In their order; together they are what has come. */
  readonly partKeys: (name: Name) => Promise<readonly string[]>;
  /** How much the project may keep at most. Throws `storage_quota_reached` where it keeps more by now, so that nothing is put together in vain. */
  readonly room: (projectId: string, quota: StorageQuota) => Promise<number>;
  /** The file of a whole upload, once, and what is to be removed now. Throws `storage_quota_reached`; null when the upload is gone. */
  readonly finish: (
    upload: ResumableUpload,
    found: Finishing,
    options: { readonly put: (objectKey: string) => Promise<void>; readonly room: number },
  ) => Promise<{ readonly fileId: string; readonly unneeded: readonly string[] } | null>;
  /** Ends it. Answers its objects, to be removed. */
  readonly remove: (name: Name) => Promise<readonly string[]>;
}

/** Of one project at once. */
const OPEN_UPLOADS_MAX = 8;
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
      const bytesMax = await roomFor(database, opening, quota);
      const id = `up_${randomBytes(16).toString('hex')}`;
      const [row] = await database.rows<{ state: string }>(Prisma.sql`
        SELECT upload_resumable_open(${projectId}, ${id}, ${mimeType}, ${sizeBytes}::bigint, ${bytesMax}::bigint,
          ${OPEN_UPLOADS_MAX}::integer, ${LIFETIME}::interval) AS state`);
      if (row?.state === 'full') throw quotaReached(sizeBytes);
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
      // What was announced is counted already, and no longer when this ends.
      const statement = saving(
        { projectId, mimeType, sizeBytes, ...found },
        { id, objectKey, bytesMax: room + sizeBytes },
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

/** Ends the uploads whose time is over, one after the other; answers the objects of one, or null when there is none. */
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

const quotaReached = (requiredBytes: number): AppError =>
  new AppError('storage_quota_reached', { details: { availableBytes: 0, requiredBytes } });

/** The file, its name in the upload and the end of the parts, or nothing of it. */
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
  if (file === undefined) throw quotaReached(sizeBytes);
  await transaction.$executeRaw`UPDATE upload_resumable SET file_id = ${file.id} WHERE project_id = ${projectId} AND id = ${id}`;
  const parts = await rowsOf<{ object_key: string }>(
    transaction,
    Prisma.sql`DELETE FROM upload_resumable_part WHERE project_id = ${projectId} AND upload_id = ${id} RETURNING object_key`,
  );
  const own = file.object_key === objectKey ? [] : [objectKey];
  return { fileId: file.id, unneeded: [...own, ...parts.map(({ object_key }) => object_key)] };
}
