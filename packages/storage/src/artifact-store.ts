/**
 * The storage port. Every call ends within the adapter's time limits: with its result, ObjectMissingError or
 * StorageUnavailableError. An invalid key (object-key.ts), or a body of another size than declared, is a bug of the
 * caller (InvariantError).
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
  /** Overwrites. A reader sees the old bytes or the new ones, never a mix. The body is consumed, or destroyed on error. */
  put(key: string, body: Readable | Buffer, meta: ObjectMeta): Promise<void>;
  /**
   * Puts only if there is no such object; false: there is one, and it is unchanged. Of several such puts at once, one
   * stores its bytes.
   */
  putNew(key: string, body: Readable | Buffer, meta: ObjectMeta): Promise<boolean>;
  /**
   * Reads the whole object, or a range within it. Rejects with ObjectMissingError. The stream ends complete, or fails
   * with StorageUnavailableError. The caller consumes or destroys it.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Like `read`, for a reader at a client's pace: while it waits, it holds no shared connection, and no time limit
   * runs. The range lies within the object; a range that ends before it starts is empty.
   */
  readSlowly(key: string, range: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ readonly sizeBytes: number } | null>;
  /** Missing keys are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Keys below `prefix` (empty, or ending with `/`) that follow `after` (a key or empty), in byte order. Concurrent
   * changes may or may not appear. A caller that stops early has listed little more than it read.
   */
  list(prefix: string, after?: string): AsyncIterable<ObjectEntry>;
  /** Free space for new objects in bytes; null if the backend does not report it. */
  freeBytes(): Promise<number | null>;
  /** Rejects with StorageUnavailableError while the store cannot serve. */
  ready(): Promise<void>;
  /** Creates the bucket or the folder. Several processes may call it at once. */
  prepare(): Promise<void>;
}
