/**
 * Checks the file store with one small object: writes it, reads it, lists it, and fetches it by a signed URL as a
 * client does. The object is removed in any case. The check never touches an object of a customer.
 */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { accountRightsOf, type ArtifactStore, createDownloads, storeFrom } from '@farebox/storage';
import { clockFinding } from './clock.ts';
import { type Check, failed, type Finding, ok, skipped, warning } from './finding.ts';
import type { DoctorConfig } from './settings.ts';

const TIMEOUT_MS = 30_000;
const PREFIX = 'doctor/';
const MEDIA_TYPE = 'application/octet-stream';
const DATE_MS = 1000;

export const filesCheck = (config: DoctorConfig, publicUrl: string): Check => ({
  what: 'files',
  mend: '', // each kind of failure has its own advice
  look: async () => {
    const store = await storeFrom(config);
    const clock = await storeClock(config);
    const [key, bytes] = [`${PREFIX}${randomBytes(8).toString('hex')}`, randomBytes(64)];
    try {
      await requireReady(store);
      await store.put(key, bytes, { mimeType: MEDIA_TYPE, sizeBytes: bytes.length });
      const found = [await readBack(store, key, bytes), await listed(store, key)];
      found.push(...(await accountFindings(config)));
      return [...clock, ...found, await fetchedByClient({ store, key, bytes, publicUrl, urlSecret: config.urlSecret })];
    } catch (error) {
      return [...clock, failed('files', reasonOf(error), mendOf(error, config))];
    } finally {
      await store.remove([key]).catch(() => {});
    }
  },
});

/** S3 gives no reason when it refuses a HEAD request, which `ready` sends, but it does for a listing. */
async function requireReady(store: ArtifactStore): Promise<void> {
  await store.list(PREFIX)[Symbol.asyncIterator]().next();
  await store.ready();
}

async function accountFindings(config: DoctorConfig): Promise<readonly Finding[]> {
  const what = 'S3 account';
  const rights = await accountRightsOf(config);
  if (rights === undefined) return [];
  if (rights === 'objects') return [ok(what, 'may use the objects of its bucket, and cannot administer it')];
  if (rights === 'unknown') return [skipped(what, 'the store does not tell whether it may administer the bucket')];
  return [
    warning(
      what,
      'may administer the bucket: it is a root account or an administrator',
      'create an account for the apps (deploy/s3/account.sh), and set S3_ACCESS_KEY and S3_SECRET_KEY to it',
    ),
  ];
}

async function readBack(store: ArtifactStore, key: string, bytes: Buffer): Promise<Finding> {
  const read = await buffer(await store.read(key));
  if (read.equals(bytes)) return ok('files', 'written and read back');
  return failed(
    'files',
    'the content read differs from the content written',
    'check for a proxy or a cache in front of the store',
  );
}

async function listed(store: ArtifactStore, key: string): Promise<Finding> {
  for await (const entry of store.list(PREFIX))
    if (entry.key === key) return ok('files listed', 'a new file is in the list');
  const mend = 'check for a cache in front of the store: the keeper uses the list to find unused files';
  return failed('files listed', 'a new file is not in the list', mend);
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
  if (response.ok && body.equals(bytes)) return ok(what, 'a client can fetch a file by its signed URL');
  return failed(
    what,
    `a signed URL returned status ${response.status}`,
    'set the same FAREBOX_URL_SECRET, bucket and FAREBOX_PUBLIC_URL on every gateway, and let proxies pass paths and queries unchanged',
  );
}

/** Compares the clock of S3; a disk uses the clock of this machine. */
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

/** Advice by the error code of S3 or of the file system. */
const MENDS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'check S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'check S3_SECRET_KEY and S3_REGION',
  AuthorizationHeaderMalformed: 'check S3_REGION',
  AccessDenied: 'allow the account to get, put, list and remove objects of the bucket (deploy/README.md)',
  NoSuchBucket: 'check S3_BUCKET; a gateway creates the bucket at its start if its account may',
  RequestTimeTooSkewed: 'synchronize the clocks of both machines by NTP',
  EACCES: 'give the user of the apps read and write access to the folder of FAREBOX_DATA_DIR',
  ENOSPC: 'free space on the disk of FAREBOX_DATA_DIR',
};

function mendOf(error: unknown, { s3Endpoint, s3Bucket }: DoctorConfig): string {
  const known = codesOf(error).flatMap((code) => MENDS[code] ?? []);
  if (known[0] !== undefined) return known[0];
  if (s3Endpoint === undefined) return 'check FAREBOX_DATA_DIR: a gateway creates the folder at its start';
  return `start the store, and check S3_ENDPOINT (${s3Endpoint.host}) and S3_BUCKET (${s3Bucket})`;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Codes of the error and of its causes. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const code = (error as { code?: unknown }).code;
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(error.cause)];
}
