/** Test support: a text as a body that arrives in chunks of `pieceBytes`, and the outcome of reading it. */
import { AppError, type ErrorMessage } from '@farebox/contract';
import { readUpload, type UploadReading } from './read-upload.ts';

export async function* pieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export type Outcome =
  | ({ readonly ok: true } & UploadReading)
  | { readonly ok: false; readonly reason: ErrorMessage; readonly fields?: unknown };

export const read = (text: string | Buffer, pieceBytes = 64 * 1024): Promise<Outcome> =>
  outcomeOf(pieces(typeof text === 'string' ? Buffer.from(text) : text, pieceBytes));

export async function outcomeOf(body: AsyncIterable<Buffer>): Promise<Outcome> {
  try {
    return { ok: true, ...(await readUpload(body, () => {})) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message: reason, details } = error;
    return { ok: false, reason, ...(details === undefined ? {} : { fields: details['fields'] }) };
  }
}

export const form = (data: string, mimeType = 'image/png'): string => JSON.stringify({ mimeType, data });
