/**
 * Makes a file of a resumable upload once all its parts have arrived: assembled on disk, hashed, inspected on a separate
 * thread, and stored like any other. One upload at a time, so that one file bounds the disk space, by turns of
 * organizations and of their projects. Any gateway may repeat this until the upload's row records the file.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@farebox/contract';
import type { ResumableStore, ResumableUpload, StorageQuota } from '@farebox/files';
import { createSemaphore } from '@farebox/kernel';
import type { Inspection, Inspector } from '@farebox/media';
import type { ArtifactStore } from '@farebox/storage';
import type { Metrics } from '@farebox/telemetry';
import { unavailable } from '../endpoint/failure.ts';
import { inFolder } from './in-folder.ts';
import type { SmallTurns } from './small-turns.ts';

export interface Finishing {
  readonly artifacts: ArtifactStore;
  readonly resumable: Pick<ResumableStore, 'find' | 'finish' | 'partKeys' | 'remove' | 'room'>;
  readonly inspector: Pick<Inspector, 'inspectFile'>;
  readonly uploadTurns: SmallTurns;
  readonly storageQuota: StorageQuota;
  readonly metrics: Pick<Metrics, 'artifactBytes'>;
}

/**
 * Returns the file's id, or null if the upload no longer exists. Throws `file_content_mismatch`, which also ends the
 * upload, and `storage_quota_reached` and `service_unavailable`, which the client may retry.
 */
export type Finish = (upload: ResumableUpload, organizationId: string) => Promise<string | null>;

const LIMITS = {
  waitMs: 30_000,
  /** Uploads beyond it are refused with `service_unavailable`. */
  waitingPerOrganization: 32,
};

export function createFinish(needs: Finishing): Finish {
  return inTurns(async (upload, organizationId) => {
    const now = await needs.resumable.find(upload); // another gateway may have finished it meanwhile
    if (now === null || now.fileId !== null) return now?.fileId ?? null;
    return await inFolder((folder) => makeFile(needs, { upload, organizationId, path: join(folder, 'file') }));
  });
}

/** Runs one at a time; an organization's next upload waits for one of each other organization, whatever its projects. */
export function inTurns<I extends Pick<ResumableUpload, 'projectId'>, O>(
  work: (input: I, organizationId: string) => Promise<O>,
  { waitMs, waitingPerOrganization }: typeof LIMITS = LIMITS,
): (input: I, organizationId: string) => Promise<O> {
  const turn = createSemaphore({ slots: 1, slotsPerKey: 1, waitingPerKey: waitingPerOrganization });
  return async (input, organizationId) => {
    const leave = await turn.take({ key: [organizationId, input.projectId], timeoutMs: waitMs });
    if (leave === null) throw unavailable('service_unavailable');
    try {
      return await work(input, organizationId);
    } finally {
      leave();
    }
  };
}

interface Assembled {
  readonly upload: ResumableUpload;
  readonly organizationId: string;
  /** Where the parts are put together. */
  readonly path: string;
}

async function makeFile(needs: Finishing, assembled: Assembled): Promise<string | null> {
  const { artifacts, inspector, metrics, resumable, storageQuota: quota } = needs;
  const { upload, organizationId, path } = assembled;
  const { mimeType, projectId, sizeBytes } = upload;
  const room = await resumable.room(projectId, quota);
  const sha256 = await assemble(needs, assembled);
  const found = await inspector.inspectFile({ path, declared: mimeType, tenant: [organizationId, projectId] });
  if (!found.ok) return await refuse(needs, upload, found);
  const put = async (objectKey: string): Promise<void> => {
    await artifacts.put(objectKey, createReadStream(path), { mimeType, sizeBytes });
    metrics.artifactBytes.inc({ origin: 'upload' }, sizeBytes);
  };
  const { width, height, durationSeconds } = found;
  const done = await resumable.finish(upload, { sha256, width, height, durationSeconds }, { put, room });
  // If this fails, the collector of unreferenced objects removes them later.
  void artifacts.remove(done?.unneeded ?? []).catch(() => {});
  return done?.fileId ?? null;
}

/** Returns the SHA-256. */
async function assemble(
  { artifacts, resumable, uploadTurns }: Finishing,
  { upload, organizationId, path }: Assembled,
): Promise<string> {
  const tenant = [organizationId, upload.projectId] as const;
  const keys = await resumable.partKeys(upload);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* parts(): AsyncGenerator<Buffer> {
    for (const key of keys)
      for await (const piece of uploadTurns.paced(await artifacts.read(key), tenant)) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
  }
  await pipeline(parts, createWriteStream(path));
  // Another gateway finished the upload meanwhile, or it expired.
  if (bytes !== upload.sizeBytes) throw unavailable('service_unavailable');
  return hash.digest('hex');
}

/** Ends the upload, because a retry cannot make its bytes match the declared type. */
async function refuse(
  { artifacts, resumable }: Finishing,
  upload: ResumableUpload,
  { problem }: Extract<Inspection, { ok: false }>,
): Promise<never> {
  void artifacts.remove(await resumable.remove(upload)).catch(() => {});
  throw new AppError('file_content_mismatch', { details: { fields: { '': problem } } });
}
