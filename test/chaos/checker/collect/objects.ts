/** Lists every object in the store with the digest and the measures of its bytes, by an S3 client of its own. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from 'minio';
import type { MeasuredObject } from '../views.ts';
import { measure } from './measure.ts';
import type { Run } from './run.ts';

export async function collectObjects({ store }: Run): Promise<MeasuredObject[]> {
  return store.kind === 's3' ? await inBucket(store) : await onDisk(join(store.directory, 'objects'));
}

async function inBucket({ port, accessKey, secretKey, bucket }: Extract<Run['store'], { kind: 's3' }>) {
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, accessKey, secretKey });
  const objects: MeasuredObject[] = [];
  for await (const { name } of client.listObjectsV2(bucket, '', true) as AsyncIterable<{ name: string }>)
    objects.push(described(name, await bytesOf(await client.getObject(bucket, name))));
  return objects;
}

async function onDisk(directory: string): Promise<MeasuredObject[]> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(paths.map(async (path) => described(relative(directory, path), await readFile(path))));
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const described = (key: string, bytes: Buffer): MeasuredObject => ({
  key,
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...measure(bytes),
});
