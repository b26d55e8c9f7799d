/**
 * Receives the bytes of a resumable upload. They are stored one piece at a time, so that memory is bounded and an
 * interruption loses no received byte. A piece advances the offset from the value its sender stated, or is discarded.
 */
import type { ResumableUpload } from '@farebox/files';
import { AppError } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { tenantOf } from '../endpoint/share.ts';
import { checkStore } from './receive.ts';
import type { UploadSlot } from './upload-budget.ts';

export type ReceivingParts = Pick<
  Dependencies,
  'artifacts' | 'freeBytesMin' | 'resumable' | 'storeWatch' | 'uploadBudget' | 'uploadTurns'
>;

/** Size of one stored object. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** While its chunks are joined, a piece is in memory twice. */
const HELD_PER_BYTE = 2;

export interface Parts {
  readonly identity: Pick<Identity, 'project' | 'organization'>;
  readonly upload: ResumableUpload;
  readonly body: AsyncIterable<Buffer>;
}

/**
 * Returns the new offset, or null if another request has already written at this offset. Throws AppError, and any error of
 * `body` after the bytes before it are stored.
 */
export async function receiveParts(needs: ReceivingParts, { identity, upload, body }: Parts): Promise<number | null> {
  await checkStore(needs);
  const tenant = tenantOf(identity);
  const slot = await needs.uploadBudget.enter(tenant);
  const pieces = createPieces(needs, upload, slot);
  try {
    const isTaken = await pieces.take(needs.uploadTurns.paced(body, tenant)).catch(async (error: unknown) => {
      // An interruption loses no received byte; bytes beyond the declared length are discarded.
      if (!(error instanceof AppError && error.message === 'file_too_large')) await pieces.keep();
      throw error;
    });
    return isTaken && (await pieces.keep()) ? pieces.offset() : null;
  } finally {
    slot.leave();
  }
}

/** `take` and `keep` return false if another request has already written at this offset. */
function createPieces(needs: ReceivingParts, upload: ResumableUpload, slot: UploadSlot) {
  let { offset } = upload;
  let held: Buffer[] = [];
  let heldBytes = 0;

  async function keep(): Promise<boolean> {
    if (heldBytes === 0) return true;
    const bytes = Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    if (!(await append(needs, { ...upload, offset }, bytes))) return false;
    offset += bytes.length;
    return true;
  }

  async function take(body: AsyncIterable<Buffer>): Promise<boolean> {
    for await (const chunk of body) {
      if (offset + heldBytes + chunk.length > upload.sizeBytes)
        throw new AppError('file_too_large', { details: { bytesMax: upload.sizeBytes } });
      await slot.reserve((heldBytes + chunk.length) * HELD_PER_BYTE);
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes >= PIECE_BYTES && !(await keep())) return false;
    }
    return true;
  }

  return { keep, take, offset: () => offset };
}

async function append(
  { artifacts, resumable }: ReceivingParts,
  upload: ResumableUpload,
  bytes: Buffer,
): Promise<boolean> {
  const { offset, mimeType } = upload;
  const objectKey = resumable.newPartKey(upload, offset);
  const part = { offset, sizeBytes: bytes.length, objectKey };
  await artifacts.put(objectKey, bytes, { mimeType, sizeBytes: bytes.length });
  const isKept = await resumable.append(upload, part);
  // If this fails, the collector of unreferenced objects removes it later.
  if (!isKept) void artifacts.remove([objectKey]).catch(() => {});
  return isKept;
}
