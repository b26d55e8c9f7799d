/**
 * The port. Every call ends: with its result, ObjectMissingError or StorageUnavailableError, within the adapter's time limits.
 * A key outside the alphabet of keys.ts, or a body of another size than declared, is a defect of the caller (InvariantError).
 */
import type { Readable } from 'node:stream';
import { invariant } from '@tollgate/kernel';
import type { ByteRange } from './byte-range.ts';

export interface ObjectMeta {
  readonly mimeType: string;
  readonly sizeBytes: number;
}

export interface ObjectEntry {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface DownloadOptions {
  /** 1 to 300. */
  readonly ttlSeconds: number;
  /** What a browser saves the file as; anything that is not a plain ASCII file name is replaced by `_`. */
  readonly fileName: string;
  readonly mimeType: string;
}

export interface ArtifactStore {
  /** Overwrites. A reader sees the old bytes or the new ones, never a part. The body is consumed, or destroyed on error. */
  put(key: string, body: Readable | Buffer, meta: ObjectMeta): Promise<void>;
  /** All of it, or a range that lies within it. Rejects with ObjectMissingError. The stream ends whole, or with StorageUnavailableError; the caller consumes or destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ readonly sizeBytes: number } | null>;
  /** Missing keys are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Keys below `prefix`, which is empty or ends with `/`, that come after `after`, a key or empty; in the order of their bytes. A
   * concurrent change may show or not. Who stops early has listed little more than was read.
   */
  list(prefix: string, after?: string): AsyncIterable<ObjectEntry>;
  /** A URL whose GET needs no header. It is a secret until `expiresAt`. Signing asks nobody, not even whether the object exists. */
  downloadUrl(key: string, options: DownloadOptions): Promise<{ readonly url: string; readonly expiresAt: Date }>;
  /** What is left for new objects; null where that is the store's own affair. */
  freeBytes(): Promise<number | null>;
  /** Rejects with StorageUnavailableError while the store cannot serve. */
  ready(): Promise<void>;
  /** Creates the bucket or the folder. Safe to call by several processes at once. */
  prepare(): Promise<void>;
}

export const DOWNLOAD_TTL_MAX_SECONDS = 300;

const MIME_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/;

export function checkDownloadOptions({ ttlSeconds, mimeType }: DownloadOptions): void {
  const inRange = Number.isInteger(ttlSeconds) && ttlSeconds >= 1 && ttlSeconds <= DOWNLOAD_TTL_MAX_SECONDS;
  invariant(inRange, `a download URL lives 1 to ${DOWNLOAD_TTL_MAX_SECONDS} seconds`);
  invariant(MIME_TYPE.test(mimeType), 'a download has a plain media type');
}

/** Whole seconds, because that is what both signatures carry. */
export function downloadWindow(now: Date, ttlSeconds: number): { readonly startsAt: Date; readonly expiresAt: Date } {
  const startsAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return { startsAt, expiresAt: new Date(startsAt.getTime() + ttlSeconds * 1000) };
}
