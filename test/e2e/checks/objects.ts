/** Lists the objects in the bucket with the hashes of their bytes, and the objects that the database expects there. */
import { createHash } from 'node:crypto';
import { Client } from 'minio';
import { runningSystem } from '../client/provided.ts';
import { query } from './money.ts';

/** Object key → SHA-256 of its bytes. */
type Hashes = Readonly<Record<string, string>>;

export async function hashesInBucket(): Promise<Hashes> {
  const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = runningSystem().env;
  const { hostname, port } = new URL(S3_ENDPOINT);
  const store = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  });
  const hashes: Record<string, string> = {};
  for await (const { name } of store.listObjectsV2(S3_BUCKET, '', true) as AsyncIterable<{ name: string }>) {
    hashes[name] = await hashOf(await store.getObject(S3_BUCKET, name));
  }
  return hashes;
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

export async function hashesInDatabase(): Promise<Hashes> {
  const rows = await query<{ key: string; sha256: string }>(
    `SELECT object_key AS key, encode(sha256, 'hex') AS sha256 FROM file WHERE deleted_at IS NULL`,
  );
  return Object.fromEntries(rows.map(({ key, sha256 }) => [key, sha256]));
}
