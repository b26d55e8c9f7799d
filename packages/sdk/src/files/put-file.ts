/** What a page does with an address that its server asked for: it sends the file there, and no key. Nothing here is secret. */
import { FareboxError } from '../errors.ts';
import { understood } from '../http/api.ts';
import type { FileFacts, UploadUrl } from '../types.ts';

export interface PutOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly signal?: AbortSignal;
}

/**
 * Rejects with a FareboxError. What failed used nothing up, so it may be sent again; if it was stored after all, the error is `upload_url_used`, whose
 * `details.fileId` is the file.
 */
export async function putFile(
  { uploadUrl, method, headers }: UploadUrl,
  file: Blob | Uint8Array<ArrayBuffer>,
  { fetch = globalThis.fetch, signal }: PutOptions = {},
): Promise<FileFacts> {
  // A type that the page's own system guessed would be another than the one asked for.
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
