/** Converts a row of `file` to the wire format, from a table or from a function's JSON. */
import type { CONTENT_DELETED_BY, File } from '@farebox/contract';
import { type Instant, Prisma, timestamp } from '@farebox/db';

export interface FileRow {
  readonly id: string;
  readonly mime_type: File['mimeType'];
  readonly size_bytes: number | bigint;
  /** Digest as hexadecimal text, or as bytes. */
  readonly sha256: string | Uint8Array;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  /** When it was deleted before its retention ended, and the actor. */
  readonly content_deleted_at: Instant | null;
  readonly content_deleted_by: keyof typeof CONTENT_DELETED_BY | null;
}

/** Columns of a row, for a SELECT. */
export const FILE_COLUMNS = Prisma.sql`id, mime_type, size_bytes, sha256, created_at, expires_at, width, height, duration_seconds,
  content_deleted_at, content_deleted_by`;

export function fileOf(row: FileRow): File {
  return {
    id: row.id,
    mimeType: row.mime_type,
    sizeBytes: Number(row.size_bytes),
    sha256: hex(row.sha256),
    createdAt: timestamp(row.created_at),
    expiresAt: timestamp(row.expires_at),
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
    ...tombstoneOf(row),
  };
}

function tombstoneOf({ content_deleted_at: at, content_deleted_by: by }: FileRow) {
  return at === null || by === null ? {} : { contentDeleted: { at: timestamp(at), by } };
}

export const hex = (bytes: string | Uint8Array): string =>
  typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('hex');
