/**
 * Reads the body of an upload while it arrives: the file itself and a few megabytes are ever in memory, and a body that is
 * too large is not read on. What is wrong comes back as a reason of the contract's catalogue.
 */
import type { Readable } from 'node:stream';
import { type FieldProblems, LIMITS, UPLOAD_MIME_TYPES, type UploadMimeType } from '@tollgate/contract';
import { type Base64Decoder, createBase64Decoder } from './base64-decoder.ts';
import { createJsonTokenizer, JsonSyntaxError } from './json-tokens.ts';
import { createUploadForm, type UploadForm } from './upload-form.ts';

export type UploadReading =
  | {
      readonly ok: true;
      readonly mimeType: UploadMimeType;
      readonly bytes: Buffer;
      readonly sha256: string;
      readonly sizeBytes: number;
    }
  | { readonly ok: false; readonly reason: 'invalid_request'; readonly fields: FieldProblems }
  | {
      readonly ok: false;
      readonly reason: 'invalid_json' | 'request_too_large' | 'file_too_large' | 'unsupported_media_type';
    };

/** The client went away: nobody is left to be answered. `cause` is the stream's error. */
export class UploadAbortedError extends Error {
  override readonly name = 'UploadAbortedError';
}

/** The largest file's base64 with every character escaped as `\/`, and an ordinary body's room for the rest. */
export const UPLOAD_BODY_BYTES_MAX = 2 * 4 * Math.ceil(LIMITS.uploadFileBytes / 3) + LIMITS.jsonBodyBytes;

/**
 * `body` is read to its end, except after `invalid_json`, `request_too_large` and `file_too_large`: then it is left where it
 * is, not destroyed, so that the answer can still be sent; the caller closes the connection after it. Rejects with
 * UploadAbortedError only. How long a body may take is the HTTP server's limit.
 */
export async function readUpload(body: Readable): Promise<UploadReading> {
  const decoder = createBase64Decoder(LIMITS.uploadFileBytes);
  const form = createUploadForm(decoder);
  try {
    return (await readBody(body, decoder, form)) ?? conclude(decoder, form);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { ok: false, reason: 'invalid_json' };
    throw error;
  }
}

/**
 * A text of escapes makes a token of every two bytes. In small pieces few of them are alive when the garbage collector
 * comes by, and it leaves the young generation small: a lone upload of escapes costs about 30 MB, with pieces of 4 KiB 45 MB.
 */
const PIECE_BYTES = 1024;

async function readBody(body: Readable, decoder: Base64Decoder, form: UploadForm): Promise<UploadReading | null> {
  const tokenizer = createJsonTokenizer();
  let sizeBytes = 0;
  for await (const chunk of chunksOf(body)) {
    sizeBytes += chunk.length;
    if (sizeBytes > UPLOAD_BODY_BYTES_MAX) return { ok: false, reason: 'request_too_large' };
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      form.take(tokenizer.write(chunk.subarray(at, at + PIECE_BYTES)));
      if (decoder.write('') === 'too_large') return { ok: false, reason: 'file_too_large' };
    }
  }
  form.take(tokenizer.end());
  return null;
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new UploadAbortedError('the upload ended before its end', { cause: error });
  }
}

function conclude(decoder: Base64Decoder, form: UploadForm): UploadReading {
  const decoded = decoder.end();
  const fields = {
    ...(decoded === null ? { '/data': 'must be canonical base64 of at least one byte' } : {}),
    ...form.problems(),
  };
  if (decoded === null || Object.keys(fields).length > 0) return { ok: false, reason: 'invalid_request', fields };
  const mimeType = UPLOAD_MIME_TYPES.find((each) => each === form.mimeType());
  if (mimeType === undefined) return { ok: false, reason: 'unsupported_media_type' };
  return { ok: true, mimeType, ...decoded, sizeBytes: decoded.bytes.length };
}
