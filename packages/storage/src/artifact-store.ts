/**
 * The port. Every call ends: with its result, ObjectMissingError or StorageUnavailableError, within the adapter's time limits.
 * A key outside the alphabet of keys.ts, or a body of another size than declared, is a defect of the caller (InvariantError).
 */
import type { Readable } from 'node:stream';
import type { ByteRange } from './downloads/byte-range.ts';

export interface ObjectMeta {
  readonly mimeType: string;
  readonly sizeBytes: number;
}

export interface ObjectEntry {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface ArtifactStore {
  /** Overwrites. A reader sees the old bytes or the new ones, never a part. The body is consumed, or destroyed on error. */
  put(key: string, body: Readable | Buffer, meta: ObjectMeta): Promise<void>;
  /** All of it, or a range that lies within it. Rejects with ObjectMissingError. The stream ends whole, or with StorageUnavailableError; the caller consumes or destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * As `read`, for whoever reads at a client's pace: while it waits, no connection that others need is held, and no limit runs. The
   * range lies within the object; one that ends before it begins is empty.
   */
  readSlowly(key: string, range: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ readonly sizeBytes: number } | null>;
  /** Missing keys are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Keys below `prefix`, which is empty or ends with `/`, that come after `after`, a key or empty; in the order of their bytes. A
   * concurrent change may show or not. Who stops early has listed little more than was read.
   */
  list(prefix: string, after?: string): AsyncIterable<ObjectEntry>;
  /** What is left for new objects; null where that is the store's own affair. */
  freeBytes(): Promise<number | null>;
  /** Rejects with StorageUnavailableError while the store cannot serve. */
  ready(): Promise<void>;
  /** Creates the bucket or the folder. Safe to call by several processes at once. */
  prepare(): Promise<void>;
}
