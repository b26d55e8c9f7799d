/**
 * The bytes of an upload that may be broken off: kept a piece at a time, so that memory is bounded and a cut loses nothing that came. Each piece moves the
 * offset from where its sender believed it to be, or is thrown away.
 */
import type { ResumableUpload } from '@farebox/files';
import { AppError } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { checkDisk } from './receive.ts';
import type { UploadPlace } from './upload-budget.ts';

export type ReceivingParts = Pick<
  Dependencies,
  'artifacts' | 'freeBytesMin' | 'resumable' | 'uploadBudget' | 'uploadTurns'
>;

/** One object of the store. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Joined, a piece is there twice for a moment. */
const HELD_PER_BYTE = 2;

export interface Parts {
  readonly identity: Pick<Identity, 'project' | 'organization'>;
  readonly upload: ResumableUpload;
  readonly body: AsyncIterable<Buffer>;
}

/**
 * Answers the offset after them, or null where others were at this place before. Throws AppError, and what `body` throws once that which came before is
 * kept.
 */
export async function receiveParts(needs: ReceivingParts, { identity, upload, body }: Parts): Promise<number | null> {
  await checkDisk(needs);
  const { project, organization } = identity;
  const place = await needs.uploadBudget.enter({ projectId: project.id, organizationId: organization.id });
  const pieces = createPieces(needs, upload, place);
  try {
    const isTaken = await pieces.take(needs.uploadTurns.paced(body)).catch(async (error: unknown) => {
      // A cut loses nothing that came; what is beyond the announced length is no part of it.
      if (!(error instanceof AppError && error.message === 'file_too_large')) await pieces.keep();
      throw error;
    });
    return isTaken && (await pieces.keep()) ? pieces.offset() : null;
  } finally {
    place.leave();
  }
}

/** `take` and `keep` answer false where others were at this place before. */
function createPieces(needs: ReceivingParts, upload: ResumableUpload, place: UploadPlace) {
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
      if (offset + heldBytes + chunk.length > upload.sizeBytes) throw new AppError('file_too_large');
      await place.reserve((heldBytes + chunk.length) * HELD_PER_BYTE);
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
  // What cannot be removed now is collected with the objects that no row names.
  if (!isKept) void artifacts.remove([objectKey]).catch(() => {});
  return isKept;
}
