/** Test support: a text as a body that arrives in pieces of `pieceBytes`. */
import { Readable } from 'node:stream';
import { readUpload, type UploadReading } from './read-upload.ts';

function* pieces(bytes: Buffer, pieceBytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export function read(text: string | Buffer, pieceBytes = 64 * 1024): Promise<UploadReading> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return readUpload(Readable.from(pieces(bytes, pieceBytes), { objectMode: false }));
}

export const form = (data: string, mimeType = 'image/png'): string => JSON.stringify({ mimeType, data });
