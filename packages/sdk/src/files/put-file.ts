/** Sends a file from a web page to an upload URL that its server created. Contains no key and no other secret. */
import { FareboxError } from '../errors.ts';
import { understood } from '../http/api.ts';
import type { FileFacts, UploadUrl } from '../types.ts';

export interface PutOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly signal?: AbortSignal;
}

/**
 * Rejects with a FareboxError. A failed upload does not use up the URL, so it may be repeated. If the file was stored in spite of the error, the
 * repetition rejects with `upload_url_used`, whose `details.fileId` is the file.
 */
export async function putFile(
  { uploadUrl, method, headers }: UploadUrl,
  file: Blob | Uint8Array<ArrayBuffer>,
  { fetch = globalThis.fetch, signal }: PutOptions = {},
): Promise<FileFacts> {
  // The browser would send the type that it guessed, which may differ from the type of the upload URL.
  const body = file instanceof Blob ? file.slice(0, file.size, headers['Content-Type'] ?? '') : file;
  const init = { method, headers, body, credentials: 'omit', ...(signal === undefined ? {} : { signal }) } as const;
  const response = await fetch(uploadUrl, init).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new FareboxError('network_failed', { cause });
  });
  const reply = understood<FileFacts>(response, await response.text());
  if ('error' in reply) throw reply.error;
  return reply.data;
}
