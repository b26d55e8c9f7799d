/**
 * Any S3. With a fixed region, signing makes no request. Every operation may be repeated. Clients never reach S3
 * themselves.
 */
import type { Readable } from 'node:stream';
import type { ArtifactStore } from '../artifact-store.ts';
import type { ByteRange } from '../downloads/byte-range.ts';
import { ObjectMissingError, StorageUnavailableError } from '../errors.ts';
import { checkKey, checkPrefix } from '../object-key.ts';
import { withMappedErrors } from '../mapped-stream.ts';
import { attempt, nullIfMissing } from './attempt.ts';
import { listObjects, makeBucket } from './bucket.ts';
import { putBuffer, putNew, putStream } from './put-object.ts';
import { readInParts } from './read-in-parts.ts';
import { createS3Client, type S3Access, type S3Client } from './s3-client.ts';

export interface S3StoreOptions extends S3Access {
  /** Scheme, host and port that the apps connect to. */
  readonly endpoint: URL | string;
  readonly bucket: string;
  readonly idleTimeoutMs?: number;
  /** Time limit of calls without an object, in milliseconds. */
  readonly callTimeoutMs?: number;
  /** Time limit of a whole put or read, in milliseconds. */
  readonly transferTimeoutMs?: number;
}

export function createS3Store(options: S3StoreOptions): ArtifactStore {
  const { bucket, region, callTimeoutMs = 10_000, transferTimeoutMs = 120_000 } = options;
  const client = (endpoint: URL | string, totalTimeoutMs: number): S3Client =>
    createS3Client(new URL(endpoint), options, { idleTimeoutMs: options.idleTimeoutMs ?? 10_000, totalTimeoutMs });
  const { client: calls } = client(options.endpoint, callTimeoutMs);
  const transfers = client(options.endpoint, transferTimeoutMs);

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key);
    const found = await attempt('read an object', () =>
      (range === undefined
        ? transfers.client.getObject(bucket, key)
        : transfers.client.getPartialObject(bucket, key, range.first, range.last - range.first + 1)
      ).catch(nullIfMissing),
    );
    if (found === null) throw new ObjectMissingError(key);
    return withMappedErrors(found, (error) => new StorageUnavailableError('read an object', error));
  }

  return {
    async put(key, body, meta) {
      checkKey(key);
      if (Buffer.isBuffer(body)) await putBuffer(transfers, { bucket, key }, { body, meta });
      else await putStream(transfers, { bucket, key }, { body, meta });
    },

    async putNew(key, body, meta) {
      checkKey(key);
      return await putNew(transfers, { bucket, key }, { body, meta });
    },

    read,
    readSlowly: async (key, range) => await readInParts((part) => read(key, part), range),

    async stat(key) {
      checkKey(key);
      const found = await attempt('stat an object', () => calls.statObject(bucket, key).catch(nullIfMissing));
      return found === null ? null : { sizeBytes: found.size };
    },

    async remove(keys) {
      keys.forEach(checkKey);
      if (keys.length === 0) return;
      const refused = await attempt('remove objects', () => calls.removeObjects(bucket, [...keys]));
      if (refused.length > 0) throw new StorageUnavailableError('remove objects', `${refused.length} were refused`);
    },

    list(prefix, after = '') {
      checkPrefix(prefix);
      return listObjects(calls, bucket, { prefix, after });
    },

    freeBytes: async () => null,

    async ready() {
      const exists = await attempt('find its bucket', () => calls.bucketExists(bucket));
      if (!exists) throw new StorageUnavailableError('find its bucket', `no bucket ${bucket}`);
    },

    async prepare() {
      await attempt('create its bucket', () => makeBucket(calls, bucket, region));
    },
  };
}
