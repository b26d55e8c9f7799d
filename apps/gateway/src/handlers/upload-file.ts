/**
 * Stores a file privately in the project. The bytes are read and looked at before anything is stored; bytes that the
 * project already holds are answered as the file they are.
 */
import { AppError, type File, invalidRequest } from '@tollgate/contract';
import { type Inspection, readUpload, type UploadReading } from '@tollgate/media';
import type { Dependencies } from '../call/dependencies.ts';
import type { HandlerResult, Handler } from '../call/endpoint.ts';

type Needs = Pick<
  Dependencies,
  'artifacts' | 'files' | 'freeBytesMin' | 'inspector' | 'metrics' | 'storageQuota' | 'uploadBudget' | 'uploadTurns'
>;

export const uploadFile =
  (needs: Needs): Handler<'uploadFile'> =>
  async ({ identity, body }) => {
    await checkDisk(needs);
    const projectId = identity.project.id;
    const place = await needs.uploadBudget.enter({ projectId, organizationId: identity.organization.id });
    try {
      const read = await readUpload(needs.uploadTurns.paced(body), place.reserve);
      const { found, bytes } = await needs.inspector.inspect({ bytes: read.bytes, declared: read.mimeType, projectId });
      return resultOf(await store(needs, projectId, { read: { ...read, bytes }, facts: genuine(found) }));
    } finally {
      place.leave();
    }
  };

const FULL_RETRY_SECONDS = 60;

/** In the embedded mode the database is on the same disk, and a full one would stop everybody's money. */
async function checkDisk({ artifacts, freeBytesMin }: Needs): Promise<void> {
  const freeBytes = await artifacts.freeBytes();
  if (freeBytes === null || freeBytes >= freeBytesMin) return;
  throw new AppError('service_unavailable', { retryAfterSeconds: FULL_RETRY_SECONDS });
}

function genuine(inspection: Inspection): Extract<Inspection, { ok: true }> {
  if (inspection.ok) return inspection;
  if (inspection.reason === 'content_mismatch') throw new AppError('file_content_mismatch');
  throw invalidRequest({ '/data': inspection.problem });
}

interface Upload {
  readonly read: UploadReading;
  readonly facts: Extract<Inspection, { ok: true }>;
}

function store(
  { artifacts, files, metrics, storageQuota }: Needs,
  projectId: string,
  { read, facts }: Upload,
): Promise<File> {
  const { bytes, sha256, mimeType, sizeBytes } = read;
  const { width, height, durationSeconds } = facts;
  const put = async (objectKey: string): Promise<() => void> => {
    await artifacts.put(objectKey, bytes, { mimeType, sizeBytes });
    metrics.artifactBytes.inc({ origin: 'upload' }, sizeBytes);
    // What cannot be removed now is collected with the objects that no row names.
    return () => void artifacts.remove([objectKey]).catch(() => {});
  };
  return files.saveUpload(
    { projectId, sha256, mimeType, sizeBytes, width, height, durationSeconds },
    put,
    storageQuota,
  );
}

const resultOf = (data: File): HandlerResult => ({ status: 200, data });
