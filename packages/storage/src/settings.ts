/** Chooses the store for all files: S3 if it is configured, else a folder. */
import { type Config, optionalSecretList, optionalUrl, secretList, text } from '@farebox/kernel';
import type { ArtifactStore } from './artifact-store.ts';
import { createDiskStore } from './disk/disk-store.ts';
import { type ServerHealth, watchedStore } from './watched.ts';

const SECRET_LENGTH_MIN = 32;
const HTTP = ['http:', 'https:'] as const;

/** S3_ENDPOINT decides which fields are required, so the fields are built for an environment. */
export function storeFields(env: Readonly<Record<string, string | undefined>>) {
  const onS3 = (env['S3_ENDPOINT'] ?? '') !== '';
  const unless = (required: boolean) => (required ? {} : { default: '' });
  return {
    s3Endpoint: optionalUrl('S3_ENDPOINT', {
      description: 'S3 address as the apps reach it; empty: files on disk.',
      protocols: HTTP,
    }),
    s3AccessKey: text('S3_ACCESS_KEY', { description: 'Access key of S3.', ...unless(onS3) }),
    s3SecretKey: text('S3_SECRET_KEY', { description: 'Secret key of S3.', secret: true, ...unless(onS3) }),
    s3Bucket: text('S3_BUCKET', { description: 'Bucket for all files.', default: 'farebox' }),
    s3Region: text('S3_REGION', { description: 'Region for which requests are signed.', default: 'us-east-1' }),
    dataDirectory: text('FAREBOX_DATA_DIR', {
      description: 'Folder for all files if S3_ENDPOINT is empty.',
      ...unless(!onS3),
    }),
  };
}

/** Settings of the app that signs and serves downloads. */
export const signingFields = {
  urlSecret: secretList('FAREBOX_URL_SECRET', {
    description: `Signs the URLs of files and encrypts webhook secrets. Must be the same on every gateway, keeper and provider worker; at least ${SECRET_LENGTH_MIN} characters. A list separated by commas while it is replaced: the first one is used, each one is accepted.`,
    lengthMin: SECRET_LENGTH_MIN,
  }),
};

/** Settings of an app that only decrypts; if empty, it decrypts nothing. */
export const sealFields = {
  urlSecret: optionalSecretList('FAREBOX_URL_SECRET', {
    description: `The same value as on the gateways; decrypts webhook secrets. Empty: this keeper sends no webhooks.`,
    lengthMin: SECRET_LENGTH_MIN,
  }),
};

export type StoreConfig = Config<ReturnType<typeof storeFields>>;

/** Loads the S3 client only if S3 is configured, because it costs a process ten megabytes. */
/** @param watch told whether S3 answers; a disk is no server. */
export async function storeFrom(config: StoreConfig, watch?: ServerHealth): Promise<ArtifactStore> {
  const { s3Endpoint, s3AccessKey, s3SecretKey, s3Bucket, s3Region, dataDirectory } = config;
  if (s3Endpoint === undefined) return createDiskStore({ directory: dataDirectory });
  const { createS3Store } = await import('./s3/s3-store.ts');
  const store = createS3Store({
    endpoint: s3Endpoint,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
    bucket: s3Bucket,
    region: s3Region,
  });
  return watch === undefined ? store : watchedStore(store, watch);
}
