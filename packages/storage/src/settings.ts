/** Where files live: S3 where it is configured, else a folder. The one place where that is chosen. */
import { type Config, optionalText, optionalUrl, text } from '@farebox/kernel';
import type { ArtifactStore } from './artifact-store.ts';
import { createDiskStore } from './disk/disk-store.ts';

const SECRET_LENGTH_MIN = 32;
const HTTP = ['http:', 'https:'] as const;

/** Which of the fields must be set depends on S3_ENDPOINT, so they are made for an environment. */
export function storeFields(env: Readonly<Record<string, string | undefined>>) {
  const onS3 = (env['S3_ENDPOINT'] ?? '') !== '';
  const unless = (required: boolean) => (required ? {} : { default: '' });
  return {
    s3Endpoint: optionalUrl('S3_ENDPOINT', {
      description: 'S3 as the apps reach it; empty: files on disk.',
      protocols: HTTP,
    }),
    s3AccessKey: text('S3_ACCESS_KEY', { description: 'Access key of S3.', ...unless(onS3) }),
    s3SecretKey: text('S3_SECRET_KEY', { description: 'Secret key of S3.', secret: true, ...unless(onS3) }),
    s3Bucket: text('S3_BUCKET', { description: 'Bucket of all files.', default: 'farebox' }),
    s3Region: text('S3_REGION', { description: 'Region that requests are signed for.', default: 'us-east-1' }),
    dataDirectory: text('FAREBOX_DATA_DIR', {
      description: 'Folder of all files where S3_ENDPOINT is empty.',
      ...unless(!onS3),
    }),
  };
}

/** Of the one app that signs and serves downloads: no other is told how. */
export const signingFields = {
  urlSecret: text('FAREBOX_URL_SECRET', {
    description: `Signs download URLs and seals what signs webhooks, the same on every gateway and keeper; at least ${SECRET_LENGTH_MIN} characters.`,
    secret: true,
    lengthMin: SECRET_LENGTH_MIN,
  }),
};

/** Of who only opens what gateways sealed; empty: it opens nothing. */
export const sealFields = {
  urlSecret: optionalText('FAREBOX_URL_SECRET', {
    description: `As on the gateways: opens what signs webhooks. Empty: this keeper sends none.`,
    secret: true,
    lengthMin: SECRET_LENGTH_MIN,
  }),
};

export type StoreConfig = Config<ReturnType<typeof storeFields>>;

/** The client of S3 is loaded where there is one: it costs a process that stores on disk ten megabytes. */
export async function storeFrom(config: StoreConfig): Promise<ArtifactStore> {
  const { s3Endpoint, s3AccessKey, s3SecretKey, s3Bucket, s3Region, dataDirectory } = config;
  if (s3Endpoint === undefined) return createDiskStore({ directory: dataDirectory });
  const { createS3Store } = await import('./s3/s3-store.ts');
  return createS3Store({
    endpoint: s3Endpoint,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
    bucket: s3Bucket,
    region: s3Region,
  });
}
