/**
 * The store of all files, by one small object of its own: written, read, listed, fetched by a signed URL as a client fetches it, and removed
 * again whatever happens. It never touches an object of a customer.
 */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type ArtifactStore, createDownloads, storeFrom } from '@farebox/storage';
import { clockFinding } from './clock.ts';
import { type Check, failed, type Finding, ok, skipped } from './finding.ts';
import type { DoctorConfig } from './settings.ts';

const TIMEOUT_MS = 30_000;
const PREFIX = 'doctor/';
const MEDIA_TYPE = 'application/octet-stream';
const DATE_MS = 1000;

export const filesCheck = (config: DoctorConfig, publicUrl: string): Check => ({
  what: 'files',
  mend: '', // each way to fail says its own
  look: async () => {
    const store = await storeFrom(config);
    const clock = await storeClock(config);
    const [key, bytes] = [`${PREFIX}${randomBytes(8).toString('hex')}`, randomBytes(64)];
    try {
      await requireReady(store);
      await store.put(key, bytes, { mimeType: MEDIA_TYPE, sizeBytes: bytes.length });
      const found = [await readBack(store, key, bytes), await listed(store, key)];
      return [...clock, ...found, await fetchedByClient({ store, key, bytes, publicUrl, urlSecret: config.urlSecret })];
    } catch (error) {
      return [...clock, failed('files', reasonOf(error), mendOf(error, config))];
    } finally {
      await store.remove([key]).catch(() => {});
    }
  },
});

/** To a HEAD, which `ready` is, an S3 does not say why it refuses; to a listing it does. */
async function requireReady(store: ArtifactStore): Promise<void> {
  await store.list(PREFIX)[Symbol.asyncIterator]().next();
  await store.ready();
}

async function readBack(store: ArtifactStore, key: string, bytes: Buffer): Promise<Finding> {
  const read = await buffer(await store.read(key));
  if (read.equals(bytes)) return ok('files', 'written and read back');
  return failed('files', 'what was read is not what was written', 'look for a proxy or a cache in front of the store');
}

async function listed(store: ArtifactStore, key: string): Promise<Finding> {
  for await (const entry of store.list(PREFIX))
    if (entry.key === key) return ok('files listed', 'a new one is in the list');
  const mend = 'look for a cache in front of the store: the keeper finds what nobody needs by that list';
  return failed('files listed', 'a new one is not in the list', mend);
}

interface Fetch {
  readonly store: ArtifactStore;
  readonly key: string;
  readonly bytes: Buffer;
  readonly publicUrl: string;
  readonly urlSecret: string;
}

async function fetchedByClient({ store, key, bytes, publicUrl, urlSecret }: Fetch): Promise<Finding> {
  const what = 'download';
  const { url } = createDownloads({ store, publicUrl, urlSecret }).urlOf(key, {
    ttlSeconds: 60,
    fileName: 'doctor.bin',
    mimeType: MEDIA_TYPE,
  });
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' }).catch(() => null);
  if (response === null) return skipped(what, `no gateway answers at ${publicUrl}`);
  const body = Buffer.from(await response.arrayBuffer());
  if (response.ok && body.equals(bytes)) return ok(what, 'a signed URL brings the file, as a client fetches it');
  return failed(
    what,
    `a signed URL is answered ${response.status}`,
    'let FAREBOX_URL_SECRET, the bucket and FAREBOX_PUBLIC_URL be the same on every gateway, and let proxies pass paths and queries unchanged',
  );
}

/** Of S3 alone: a disk keeps the time of this machine. */
async function storeClock({ s3Endpoint }: DoctorConfig): Promise<readonly Finding[]> {
  if (s3Endpoint === undefined) return [];
  const before = new Date();
  const response = await fetch(s3Endpoint, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => null,
  );
  const theirs = new Date(response?.headers.get('date') ?? Number.NaN);
  if (Number.isNaN(theirs.getTime())) return [];
  return [clockFinding('S3', { before, theirs, after: new Date(), roundedToMs: DATE_MS })];
}

/** By what an S3 or a disk calls it. */
const MENDS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'look at S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'look at S3_SECRET_KEY and S3_REGION',
  AuthorizationHeaderMalformed: 'look at S3_REGION',
  AccessDenied: 'let the account get, put, list and remove objects of the bucket (deploy/README.md)',
  NoSuchBucket: 'look at S3_BUCKET; a gateway makes the bucket at its start where its account may',
  RequestTimeTooSkewed: 'let both machines keep time by NTP',
  EACCES: 'let the user of the apps read and write the folder of FAREBOX_DATA_DIR',
  ENOSPC: 'make room on the disk of FAREBOX_DATA_DIR',
};

function mendOf(error: unknown, { s3Endpoint, s3Bucket }: DoctorConfig): string {
  const known = codesOf(error).flatMap((code) => MENDS[code] ?? []);
  if (known[0] !== undefined) return known[0];
  if (s3Endpoint === undefined) return 'look at FAREBOX_DATA_DIR: a gateway makes the folder at its start';
  return `start the store, and look at S3_ENDPOINT (${s3Endpoint.host}) and S3_BUCKET (${s3Bucket})`;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Of the error and of what caused it. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const code = (error as { code?: unknown }).code;
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(error.cause)];
}
