/**
 * Files above 12 MiB: they are sent in parts, by tus 1.0.0, and what came before a connection broke is not sent again. An upload has an address, which
 * is the permission to go on: whoever has it needs no key.
 */
import { FareboxError } from '../errors.ts';
import { type Api, createApi } from '../http/api.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { FileFacts, ResumableType, ResumableUpload } from '../types.ts';
import type { PutOptions } from './put-file.ts';

export interface UploadProgress {
  readonly sentBytes: number;
  readonly sizeBytes: number;
}

export interface PartsOptions extends PutOptions {
  /** Told after each part, and first where the upload stands. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** What is begun: a file of at most what the deployment takes. */
export interface PartsRequest {
  readonly mimeType: ResumableType;
  /** Above 12 MiB. */
  readonly sizeBytes: number;
}

interface Sending extends Pick<PartsOptions, 'onProgress'> {
  readonly api: Api;
  readonly signal?: AbortSignal | undefined;
}

const PATH = '/resumable-uploads';
const VERSION = { 'Tus-Resumable': '1.0.0' };
const PART_BYTES = 8 * 1024 * 1024;
/** Of one sending. What came until then is kept, so a slow line only begins more often. */
const TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 6;
/** Times in a row that a part may come to nothing. */
const VAIN_MAX = 6;

/** Answers the address of an upload. */
export async function begin({ mimeType, sizeBytes }: PartsRequest, api: Api, signal?: AbortSignal): Promise<string> {
  const length = { 'Upload-Length': String(sizeBytes), 'Upload-Metadata': `filetype ${btoa(mimeType)}` };
  const { headers } = await api.send({ method: 'POST', path: PATH, headers: { ...VERSION, ...length }, signal });
  const address = headers.get('Location');
  if (address === null) throw new FareboxError('unexpected_response', { http: 201 });
  return address;
}

/**
 * Sends a file to the address of its upload, from where that stands: also after a reload or a crash, for 24 hours. Rejects with a FareboxError; what
 * came is kept, and the same call goes on, unless it is `upload_not_found` or `file_content_mismatch`.
 */
export async function putParts(
  address: string,
  file: Blob | Uint8Array<ArrayBuffer>,
  { fetch = (...request) => globalThis.fetch(...request), ...options }: PartsOptions = {},
): Promise<FileFacts> {
  const at = address.indexOf(PATH);
  const baseUrl = address.slice(0, at);
  const line = { timeoutMs: TIMEOUT_MS, attemptsMax: ATTEMPTS_MAX, rateLimit: createRateLimit() };
  const api = createApi({ baseUrl, apiKey: null, fetch, ...line });
  return send(address.slice(at), file instanceof Blob ? file : new Blob([file]), { api, ...options });
}

async function send(path: string, file: Blob, { api, signal, onProgress }: Sending): Promise<FileFacts> {
  for (let [offset, vain] = [-1, 0]; ;) {
    const { data } = await api.send<ResumableUpload>({ method: 'GET', path, signal });
    const { receivedBytes, sizeBytes } = data;
    onProgress?.({ sentBytes: receivedBytes, sizeBytes });
    if (data.file !== undefined) return data.file;
    // Deleted meanwhile.
    if (receivedBytes === sizeBytes) throw new FareboxError('upload_not_found', { http: 404 });
    if (sizeBytes !== file.size) throw new FareboxError('file_content_mismatch', { details: { sizeBytes } });
    vain = receivedBytes > offset ? 0 : vain + 1;
    if (vain > VAIN_MAX) throw new FareboxError('upload_offset_conflict', { http: 409 });
    offset = await sendFrom(receivedBytes, { path, file, api, signal, onProgress });
  }
}

interface Parts extends Sending {
  readonly path: string;
  readonly file: Blob;
}

/** As far as it goes without asking. Answers where it came to. */
async function sendFrom(from: number, { path, file, api, signal, onProgress }: Parts): Promise<number> {
  const sizeBytes = file.size;
  for (let offset = from; offset < sizeBytes;) {
    const body = file.slice(offset, offset + PART_BYTES);
    const headers = { ...VERSION, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    try {
      await api.send({ method: 'PATCH', path, headers, body, signal });
    } catch (error) {
      // What was sent before its reply was lost has come, or some of it.
      if (error instanceof FareboxError && error.code === 'upload_offset_conflict') return offset;
      throw error;
    }
    offset += body.size;
    onProgress?.({ sentBytes: offset, sizeBytes });
  }
  return sizeBytes;
}

/** The whole of it by key. What does not come to its end gives back the room that it was counted for. */
export async function uploadInParts(
  file: Blob,
  request: PartsRequest,
  { api, signal, onProgress }: Sending,
): Promise<FileFacts> {
  const address = await begin(request, api, signal);
  const path = address.slice(address.indexOf(PATH));
  try {
    return await send(path, file, { api, signal, onProgress });
  } catch (error) {
    await api.send({ method: 'DELETE', path, headers: VERSION, attemptsMax: 1 }).catch(() => {});
    throw error;
  }
}
