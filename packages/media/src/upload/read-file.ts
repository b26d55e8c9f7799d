/** Reads a file that is sent without JSON around it, up to its limit, and reserves memory while it arrives. */
import { createHash } from 'node:crypto';
import { AppError, invalidRequest, type UploadMimeType } from '@farebox/contract';
import { createGrowingBuffer } from './growing-buffer.ts';
import type { ReserveBytes, UploadReading } from './read-upload.ts';

/** The declared properties of the file. */
export interface ExpectedFile {
  readonly mimeType: UploadMimeType;
  readonly sizeBytesMin: number;
  readonly sizeBytesMax: number;
  /** Lower-case hex; null for any content. */
  readonly sha256: string | null;
}

/** Throws AppError, and errors of `body` and `reserve`. */
export async function readFile(
  body: AsyncIterable<Buffer>,
  expected: ExpectedFile,
  reserve: ReserveBytes,
): Promise<UploadReading> {
  const collected = createGrowingBuffer(expected.sizeBytesMax);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > expected.sizeBytesMax)
      throw new AppError('file_too_large', { details: { bytesMax: expected.sizeBytesMax } });
    await reserve(sizeBytes);
    collected.reserve(chunk.length)?.set(chunk);
    hash.update(collected.commit(chunk.length));
  }
  if (sizeBytes === 0) throw invalidRequest({ '': 'is not a file: it has no bytes' });
  const sha256 = hash.digest('hex');
  const isExpected = sizeBytes >= expected.sizeBytesMin && (expected.sha256 ?? sha256) === sha256;
  if (!isExpected) {
    const fields = { '': 'has another size or SHA-256 than announced' };
    const { sizeBytesMin, sizeBytesMax, sha256: declaredSha256 } = expected;
    const announced = { sizeBytesMin, sizeBytesMax, ...(declaredSha256 === null ? {} : { sha256: declaredSha256 }) };
    throw new AppError('file_content_mismatch', { details: { fields, announced, received: { sizeBytes, sha256 } } });
  }
  return { mimeType: expected.mimeType, bytes: collected.bytes(), sha256, sizeBytes };
}
