/** Sends a file from a web page to an upload URL that its server created. Contains no key and no other secret. */
import { unreachable } from '../errors.ts';
import { understood } from '../http/api.ts';
import { before, textOf } from '../http/reading.ts';
import type { FileFacts, UploadUrl } from '../types.ts';
import { hasPageFetch, pageFetch } from './page-fetch.ts';

export interface UploadProgress {
  readonly sentBytes: number;
  readonly sizeBytes: number;
}

export interface PutOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly signal?: AbortSignal;
  /**
   * Called while the bytes are sent, and once more when the file is stored. Outside of pages, and with a `fetch` of your own, it is called only then,
   * because `fetch` does not report progress.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/**
 * Rejects with a FareboxError. A failed upload does not use up the URL, so it may be repeated. If the file was stored in spite of the error, the
 * repetition rejects with `upload_url_used`, whose `details.fileId` is the file.
 */
export async function putFile(
  { uploadUrl, method, headers }: UploadUrl,
  file: Blob | Uint8Array,
  { fetch, signal, onProgress }: PutOptions = {},
): Promise<FileFacts> {
  // The browser would send the type that it guessed, which may differ from the type of the upload URL.
  const body =
    file instanceof Blob ? file.slice(0, file.size, headers['Content-Type'] ?? '') : (file as Uint8Array<ArrayBuffer>);
  const sizeBytes = file instanceof Blob ? file.size : file.byteLength;
  const send = (): Promise<Response> => {
    if (onProgress !== undefined && fetch === undefined && hasPageFetch()) {
      const onSent = (sentBytes: number): void => onProgress({ sentBytes, sizeBytes });
      return pageFetch(uploadUrl, { method, headers, body, signal, onSent });
    }
    const init = { method, headers, body, credentials: 'omit', ...(signal === undefined ? {} : { signal }) } as const;
    return (fetch ?? globalThis.fetch)(uploadUrl, init);
  };
  const reply = await responded(send, uploadUrl, signal);
  if ('error' in reply) throw reply.error;
  onProgress?.({ sentBytes: sizeBytes, sizeBytes });
  return reply.data;
}

/** Without a time limit: how long a file takes depends on its size and the connection. */
async function responded(send: () => Promise<Response>, url: string, signal: AbortSignal | undefined) {
  try {
    const response = await before(send(), signal);
    return understood<FileFacts>(response, await textOf(response, signal));
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(new URL(url).origin, cause);
  }
}
