/** Finds out whether the account of the apps may do more than they need. Changes nothing. */
import type { StoreConfig } from '../settings.ts';
import { createS3Client } from './s3-client.ts';

/**
 * `administrates`: the account may read the policy of the bucket, as a root account or an administrator may and an account for
 * objects alone may not. `unknown`: the store gave another error, so it may have no policies.
 */
export type AccountRights = 'objects' | 'administrates' | 'unknown';

const RIGHTS: Readonly<Record<string, AccountRights>> = {
  AccessDenied: 'objects',
  NoSuchBucketPolicy: 'administrates',
};

const LIMITS = { idleTimeoutMs: 10_000, totalTimeoutMs: 10_000 };

/** Undefined for files on a disk, which have no account. */
export async function accountRightsOf({
  s3Endpoint,
  s3AccessKey: accessKey,
  s3SecretKey: secretKey,
  s3Bucket,
  s3Region: region,
}: StoreConfig): Promise<AccountRights | undefined> {
  if (s3Endpoint === undefined) return undefined;
  const { client } = createS3Client(s3Endpoint, { accessKey, secretKey, region }, LIMITS);
  try {
    await client.getBucketPolicy(s3Bucket);
    return 'administrates';
  } catch (error) {
    return RIGHTS[String((error as { readonly code?: unknown }).code)] ?? 'unknown';
  }
}
