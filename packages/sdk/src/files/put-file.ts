/** Sends a file from a web page to an upload URL that its server created. Contains no key and no other secret. */
import { unreachable } from '../errors.ts';
import { understood } from '../http/api.ts';
import { before, textOf } from '../http/reading.ts';
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
  file: Blob | Uint8Array,
  { fetch = globalThis.fetch, signal }: PutOptions = {},
): Promise<FileFacts> {
  // The browser would send the type that it guessed, which may differ from the type of the upload URL.
  const body =
    file instanceof Blob ? file.slice(0, file.size, headers['Content-Type'] ?? '') : (file as Uint8Array<ArrayBuffer>);
  const init = { method, headers, body, credentials: 'omit', ...(signal === undefined ? {} : { signal }) } as const;
  const reply = await responded(before(fetch(uploadUrl, init), signal), uploadUrl, signal);
  if ('error' in reply) throw reply.error;
  return reply.data;
}

/** Without a time limit: how long a file takes depends on its size and the connection. */
async function responded(sent: Promise<Response>, url: string, signal: AbortSignal | undefined) {
  try {
    const response = await sent;
    return understood<FileFacts>(response, await textOf(response, signal));
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(new URL(url).origin, cause);
  }
}
