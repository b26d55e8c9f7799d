/**
 * Reads the body of an upload while it arrives: the file itself and a few pieces are ever in memory, room for it is asked
 * for as it comes, and a body that will be refused is read no further than to the byte that decides it.
 */
import { AppError, invalidRequest, LIMITS, type UploadMimeType } from '@farebox/contract';
import { createBase64Decoder } from './base64-decoder.ts';
import { NOT_CANONICAL } from './data-text.ts';
import { createUploadScanner } from './upload-scanner.ts';

export interface UploadReading {
  readonly mimeType: UploadMimeType;
  readonly bytes: Buffer;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Resolves when so many bytes of the file, in all, may be kept. Rejects to end the reading. */
export type ReserveBytes = (bytes: number) => Promise<void> | void;

/** The largest file's base64 with every character escaped as `\/`, and an ordinary body's room for the rest. */
const UPLOAD_BODY_BYTES_MAX = 2 * 4 * Math.ceil(LIMITS.uploadFileBytes / 3) + LIMITS.jsonBodyBytes;

/** Throws AppError, and what `body` or `reserve` throws. How slowly a body may come is for whoever hands it over. */
export async function readUpload(body: AsyncIterable<Buffer>, reserve: ReserveBytes): Promise<UploadReading> {
  const decoder = createBase64Decoder(LIMITS.uploadFileBytes);
  const scanner = createUploadScanner(decoder);
  let receivedBytes = 0;
  for await (const chunk of body) {
    receivedBytes += chunk.length;
    if (receivedBytes > UPLOAD_BODY_BYTES_MAX) throw new AppError('request_too_large');
    await reserve(Math.min(decoder.sizeBytes() + Math.ceil(chunk.length * 0.75), LIMITS.uploadFileBytes));
    scanner.take(chunk);
  }
  const mimeType = scanner.end();
  const decoded = decoder.end();
  if (decoded === null) throw invalidRequest(NOT_CANONICAL);
  return { mimeType, ...decoded, sizeBytes: decoded.bytes.length };
}
