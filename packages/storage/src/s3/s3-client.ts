/** The `minio` client as this package uses it: fixed region, path style, time limits, no retries. */
import { Client } from 'minio';
import { invariant } from '@farebox/kernel';
import { type BoundedTransport, createBoundedTransport, type Limits } from './bounded-transport.ts';

export interface S3Access {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

export interface S3Client {
  readonly client: Client;
  /** For the one request that the client does not make itself: the PUT of an object. */
  readonly transport: BoundedTransport;
}

export function createS3Client(endpoint: URL, access: S3Access, limits: Limits): S3Client {
  invariant(endpoint.pathname === '/' && endpoint.search === '', 'an S3 endpoint has only scheme, host and port');
  const { accessKey, secretKey, region } = access;
  const useSSL = endpoint.protocol === 'https:';
  const transport = createBoundedTransport(useSSL, limits);
  const client = new Client({
    accessKey,
    secretKey,
    region,
    endPoint: endpoint.hostname,
    ...(endpoint.port === '' ? {} : { port: Number(endpoint.port) }),
    useSSL,
    transport: transport as NonNullable<ConstructorParameters<typeof Client>[0]['transport']>,
    // The client's retry would print to the console and leave the refused response unread.
    retryOptions: { disableRetry: true },
  });
  return { client, transport };
}
