/**
 * Resumable uploads of files above 12 MiB, by tus 1.0.0: bytes that arrived before a connection broke are not sent again. The URL of an upload is
 * the permission to continue: a client that has it needs no key.
 */
import { FareboxError } from '../errors.ts';
import { type Api, createApi } from '../http/api.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createToldPause } from '../http/told-pauses.ts';
import type { FileFacts, ResumableType, ResumableUpload } from '../types.ts';
import type { PutOptions, UploadProgress } from './put-file.ts';

export interface PartsOptions extends Omit<PutOptions, 'onProgress'> {
  /** Called first with the current offset, then after each part. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The file to upload, up to the size limit of the deployment. */
export interface PartsRequest {
  readonly mimeType: ResumableType;
  /** In bytes, above 12 MiB. */
  readonly sizeBytes: number;
}

interface Sending extends Pick<PartsOptions, 'onProgress'> {
  readonly api: Api;
  readonly signal?: AbortSignal | undefined;
}

const PATH = '/resumable-uploads';
const VERSION = { 'Tus-Resumable': '1.0.0' };
const PART_BYTES = 8 * 1024 * 1024;
/** Timeout of one request. Bytes that arrived are kept, so a slow connection only needs more requests. */
const TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 6;
/** How many requests in a row may make no progress. */
const VAIN_MAX = 6;

/** Returns the URL of the new upload. */
export async function begin({ mimeType, sizeBytes }: PartsRequest, api: Api, signal?: AbortSignal): Promise<string> {
  const length = { 'Upload-Length': String(sizeBytes), 'Upload-Metadata': `filetype ${btoa(mimeType)}` };
  const { headers } = await api.send({ method: 'POST', path: PATH, headers: { ...VERSION, ...length }, signal });
  const address = headers.get('Location');
  if (address === null) throw new FareboxError('unexpected_response', { http: 201 });
  return address;
}

/**
 * Sends a file to the URL of its resumable upload and continues from the current offset, also after a reload or a crash, for 24 hours. Rejects with
 * a FareboxError. Unless its code is `upload_not_found` or `file_content_mismatch`, call again to continue.
 */
export async function putParts(
  address: string,
  file: Blob | Uint8Array,
  { fetch = (...request) => globalThis.fetch(...request), ...options }: PartsOptions = {},
): Promise<FileFacts> {
  const at = address.indexOf(PATH);
  const baseUrl = address.slice(0, at);
  const pause = createToldPause(undefined);
  const line = { timeoutMs: TIMEOUT_MS, attemptsMax: ATTEMPTS_MAX, rateLimit: createRateLimit(pause), pause };
  const api = createApi({ baseUrl, apiKey: null, fetch, ...line });
  return send(address.slice(at), file instanceof Blob ? file : new Blob([file]), {
    api,
    ...options,
  });
}

async function send(path: string, file: Blob, { api, signal, onProgress }: Sending): Promise<FileFacts> {
  for (let [offset, vain] = [-1, 0]; ;) {
    const { data } = await api.send<ResumableUpload>({ method: 'GET', path, signal });
    const { receivedBytes, sizeBytes } = data;
    onProgress?.({ sentBytes: receivedBytes, sizeBytes });
    if (data.file !== undefined) return data.file;
    // All bytes have arrived but the file is missing: it was deleted since.
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

/** Sends bytes until the end or an error, without reading the offset again. Returns the new offset. */
async function sendFrom(from: number, { path, file, api, signal, onProgress }: Parts): Promise<number> {
  const sizeBytes = file.size;
  for (let offset = from; offset < sizeBytes;) {
    const body = file.slice(offset, offset + PART_BYTES);
    const headers = { ...VERSION, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    try {
      await api.send({ method: 'PATCH', path, headers, body, signal });
    } catch (error) {
      // The bytes of an earlier request, whose response was lost, have arrived at least in part.
      if (error instanceof FareboxError && error.code === 'upload_offset_conflict') return offset;
      throw error;
    }
    offset += body.size;
    onProgress?.({ sentBytes: offset, sizeBytes });
  }
  return sizeBytes;
}

/** Uploads a whole file with an API key. An upload that fails is ended, which frees its part of the storage quota. */
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
