/** Uploads a file: bytes, a Blob, a stream, or the response of a URL. The same content is the same file, so a retry is safe. */
import type { Api } from '../http/api.ts';
import { FareboxError } from '../errors.ts';
import type { FileFacts, ResumableType, UploadType } from '../types.ts';
import { bodyOf, type Fetching, respond } from './body.ts';
import { uploadInParts } from './parts.ts';
import type { UploadProgress } from './put-file.ts';

/** A URL is fetched without the API key. */
export type Source = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | URL;

export interface UploadOptions {
  /** Required if the source has no type or a wrong one. */
  readonly mimeType?: UploadType | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface UploadFromOptions {
  /** The type that the file really has. */
  readonly mimeType: UploadType;
  readonly signal?: AbortSignal | undefined;
}

/** The service waits for a turn, then fetches the file for at most 30 seconds. */
const FETCH_MS = 60_000;

/** The limit of one request. Only a source of known length and a resumable type may be larger. */
const BYTES_MAX = 12 * 1024 * 1024;

export async function upload(
  source: Source,
  options: UploadOptions,
  { api, fetch }: { api: Api; fetch: typeof globalThis.fetch },
): Promise<FileFacts> {
  requireSource(source);
  const { signal, onProgress } = options;
  const { stream, blob, type } = await open(source, { fetch, signal, silenceMs: api.silenceMs });
  const mimeType = options.mimeType ?? (type === 'audio/x-m4a' ? 'audio/mp4' : type); // as browsers name it
  if (mimeType === undefined) {
    // The response of a URL is open. A stream is the caller's own.
    if (source instanceof URL)
      await stream()
        .cancel()
        .catch(() => {});
    throw new FareboxError('unsupported_media_type', { hint: untyped(source) });
  }
  if (blob !== undefined && blob.size > BYTES_MAX && comesInParts(mimeType))
    return await uploadInParts(blob, { mimeType, sizeBytes: blob.size }, { api, signal, onProgress });
  const bytes = await bytesOf(stream());
  const body = JSON.stringify({ mimeType, data: base64(bytes) });
  const { data } = await api.send<FileFacts>({ method: 'POST', path: '/tools/upload', body, signal });
  onProgress?.({ sentBytes: bytes.length, sizeBytes: bytes.length });
  return data;
}

/** For callers without types: a Blob would be made of a path as text, and its letters would be uploaded. */
function requireSource(source: unknown): void {
  if (typeof source === 'object' && source !== null) return;
  const hint = typeof source === 'string' ? '; for a path: await fileAt(path) of @farebox/sdk/node' : '';
  const given = source === null ? 'null' : typeof source;
  throw new TypeError(`source must be bytes, a Blob, a ReadableStream or a URL, and not ${given}${hint}`);
}

export async function uploadFrom(
  url: string | URL,
  { mimeType, signal }: UploadFromOptions,
  api: Api,
): Promise<FileFacts> {
  const body = JSON.stringify({ url: String(url), mimeType });
  const call = { method: 'POST', path: '/tools/upload-from-url', body, signal, neededMs: FETCH_MS } as const;
  return (await api.send<FileFacts>(call)).data;
}

function untyped(source: Source): string {
  const { name } = source as { readonly name?: unknown };
  const what = typeof name === 'string' && name !== '' ? name : `the ${kindOf(source)}`;
  return `the type of ${what} is unknown; nothing was sent: pass it, as in upload(source, { mimeType: 'image/png' })`;
}

function kindOf(source: Source): string {
  if (source instanceof URL) return 'URL';
  if (source instanceof ReadableStream) return 'stream';
  return source instanceof Blob ? 'Blob' : 'bytes';
}

const IN_PARTS: Readonly<Record<ResumableType, true>> = {
  'audio/wav': true,
  'audio/mpeg': true,
  'audio/mp4': true,
  'video/mp4': true,
};
const comesInParts = (mimeType: string): mimeType is ResumableType => Object.hasOwn(IN_PARTS, mimeType);

interface Opened {
  readonly stream: () => ReadableStream<Uint8Array>;
  /** Set if the whole file is in memory or on disk. */
  readonly blob?: Blob;
  readonly type: string | undefined;
}

async function open(source: Source, fetching: Fetching): Promise<Opened> {
  if (source instanceof URL) return fetched(source.href, fetching);
  if (source instanceof ReadableStream) return { stream: () => source, type: undefined };
  const blob = source instanceof Blob ? source : new Blob([source]);
  return { stream: () => blob.stream(), blob, type: blob.type === '' ? undefined : blob.type };
}

async function fetched(url: string, given: Fetching): Promise<Opened> {
  const fetching = { ...given, isForeign: true };
  const { ok, status, body, headers } = await respond(url, fetching);
  if (!ok || body === null)
    throw new FareboxError('network_failed', { http: status, details: { address: new URL(url).origin } });
  return { stream: () => bodyOf(body, { ...fetching, url }), type: headers.get('Content-Type')?.split(';')[0]?.trim() };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length <= BYTES_MAX) continue;
    await reader.cancel();
    throw new FareboxError('file_too_large', { details: { bytesMax: BYTES_MAX } });
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** `String.fromCharCode` accepts only a limited number of arguments. */
const CHUNK = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
