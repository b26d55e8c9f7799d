/** Operations on the bucket rather than on one object. */
import type { BucketItem, Client } from 'minio';
import type { ObjectEntry } from '../artifact-store.ts';
import { StorageUnavailableError } from '../errors.ts';
import { codeOf } from './attempt.ts';

export async function makeBucket(client: Client, bucket: string, region: string): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  await client.makeBucket(bucket, region).catch((error: unknown) => {
    if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error; // another process was faster
  });
}

/** Holds one page of the listing in memory at a time. */
export async function* listObjects(
  client: Client,
  bucket: string,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): AsyncGenerator<ObjectEntry> {
  try {
    const items = client.listObjectsV2(bucket, prefix, true, after) as AsyncIterable<BucketItem>;
    for await (const item of items) {
      if (item.name !== undefined) yield { key: item.name, sizeBytes: item.size, modifiedAt: item.lastModified };
    }
  } catch (error) {
    throw new StorageUnavailableError('list objects', error);
  }
}
