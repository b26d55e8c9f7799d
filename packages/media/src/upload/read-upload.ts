/**
 * Reads the body of an upload while it arrives. Only the file itself and a few chunks are in memory, memory is
 * reserved while it arrives, and a body that will be refused is read no further than to the byte that decides it.
 */
import { AppError, invalidRequest, LIMITS, type UploadMimeType } from '@farebox/contract';
import { createBase64Decoder } from './base64-decoder.ts';
import { NO_BYTES, NOT_CANONICAL } from './data-text.ts';
import { createUploadScanner } from './upload-scanner.ts';

export interface UploadReading {
  readonly mimeType: UploadMimeType;
  readonly bytes: Buffer;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Resolves when this many bytes of the file, in total, may be kept. Rejects to end the reading. */
export type ReserveBytes = (bytes: number) => Promise<void> | void;

/** The base64 of the largest file with every character escaped as `\/`, plus the limit of an ordinary body for the rest. */
const UPLOAD_BODY_BYTES_MAX = 2 * 4 * Math.ceil(LIMITS.uploadFileBytes / 3) + LIMITS.jsonBodyBytes;

/** Throws AppError, and errors of `body` and `reserve`. The caller must limit the time of a slow body. */
export async function readUpload(body: AsyncIterable<Buffer>, reserve: ReserveBytes): Promise<UploadReading> {
  const decoder = createBase64Decoder(LIMITS.uploadFileBytes);
  const scanner = createUploadScanner(decoder);
  let receivedBytes = 0;
  for await (const chunk of body) {
    receivedBytes += chunk.length;
    if (receivedBytes > UPLOAD_BODY_BYTES_MAX)
      throw new AppError('request_too_large', { details: { bytesMax: UPLOAD_BODY_BYTES_MAX } });
    await reserve(Math.min(decoder.sizeBytes() + Math.ceil(chunk.length * 0.75), LIMITS.uploadFileBytes));
    scanner.take(chunk);
  }
  const mimeType = scanner.end();
  const decoded = decoder.end();
  if (decoded === null) throw invalidRequest(decoder.isEmpty() ? NO_BYTES : NOT_CANONICAL);
  return { mimeType, ...decoded, sizeBytes: decoded.bytes.length };
}
