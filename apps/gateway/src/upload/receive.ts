/**
 * Receives a file, whichever endpoint its bytes arrive at: read within the memory budget, inspected on a separate thread,
 * stored within the quota. If the project already has these bytes, the existing file is returned.
 */
import { AppError, type File, invalidRequest } from '@farebox/contract';
import type { UploadOnce } from '@farebox/files';
import type { Identity } from '@farebox/identity';
import type { Inspection, ReserveBytes, UploadReading } from '@farebox/media';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { unavailable } from '../endpoint/failure.ts';
import { tenantOf } from '../endpoint/share.ts';

export type Receiving = Pick<
  Dependencies,
  | 'artifacts'
  | 'files'
  | 'freeBytesMin'
  | 'inspector'
  | 'metrics'
  | 'storageQuota'
  | 'storeWatch'
  | 'uploadBudget'
  | 'uploadTurns'
>;

export interface Incoming {
  readonly identity: Pick<Identity, 'project' | 'organization'>;
  /** Raw bytes in chunks of any size. */
  readonly body: AsyncIterable<Buffer>;
  readonly read: (body: AsyncIterable<Buffer>, reserve: ReserveBytes) => Promise<UploadReading>;
  /** JSON Pointer of the file in the body; '' if the body is the file. */
  readonly pointer: string;
  /** Set for an upload URL, which accepts one file. */
  readonly once?: UploadOnce;
}

/** Throws AppError. */
export async function receiveFile(needs: Receiving, { identity, body, read, pointer, once }: Incoming): Promise<File> {
  await checkStore(needs);
  const [tenant, projectId] = [tenantOf(identity), identity.project.id];
  const slot = await needs.uploadBudget.enter(tenant);
  try {
    const came = await read(needs.uploadTurns.paced(body, tenant), slot.reserve);
    const { found, bytes } = await needs.inspector.inspect({ bytes: came.bytes, declared: came.mimeType, tenant });
    return await store(needs, {
      projectId,
      once,
      read: { ...came, bytes },
      facts: genuine(found, { pointer, declared: came.mimeType }),
    });
  } finally {
    slot.leave();
  }
}

const FULL_RETRY_SECONDS = 60;

/**
 * Refuses an upload before its bytes are read. In the embedded mode the database is on the same disk, and a full disk
 * would stop all payments and executions.
 */
export async function checkStore({
  artifacts,
  freeBytesMin,
  storeWatch,
}: Pick<Receiving, 'artifacts' | 'freeBytesMin' | 'storeWatch'>): Promise<void> {
  if (await storeWatch.isAway()) throw unavailable('service_unavailable');
  const freeBytes = await artifacts.freeBytes();
  if (freeBytes === null || freeBytes >= freeBytesMin) return;
  throw new AppError('service_unavailable', { retryAfterSeconds: FULL_RETRY_SECONDS });
}

function genuine(
  inspection: Inspection,
  { pointer, declared }: { readonly pointer: string; readonly declared: string },
): Extract<Inspection, { ok: true }> {
  if (inspection.ok) return inspection;
  const fields = { [pointer]: inspection.problem };
  if (inspection.reason === 'content_mismatch')
    throw new AppError('file_content_mismatch', { details: { fields, declared } });
  throw invalidRequest(fields);
}

interface Received {
  readonly projectId: string;
  readonly once: UploadOnce | undefined;
  readonly read: UploadReading;
  readonly facts: Extract<Inspection, { ok: true }>;
}

function store(
  { artifacts, files, metrics, storageQuota }: Receiving,
  { projectId, once, read, facts }: Received,
): Promise<File> {
  const { bytes, sha256, mimeType, sizeBytes } = read;
  const { width, height, durationSeconds } = facts;
  const put = async (objectKey: string): Promise<() => void> => {
    await artifacts.put(objectKey, bytes, { mimeType, sizeBytes });
    metrics.artifactBytes.inc({ origin: 'upload' }, sizeBytes);
    // If this fails, the collector of unreferenced objects removes it later.
    return () => void artifacts.remove([objectKey]).catch(() => {});
  };
  return files.saveUpload(
    { projectId, sha256, mimeType, sizeBytes, width, height, durationSeconds, once },
    put,
    storageQuota,
  );
}
