/** The response to a GET or HEAD of an object: whole, or the range that was asked for. */
import type { Readable } from 'node:stream';
import type { ArtifactStore } from '../artifact-store.ts';
import { byteRange } from './byte-range.ts';
import { attachment } from './content-disposition.ts';

export interface ObjectResponse {
  /** 416: the range starts after the end. */
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Opens the bytes of the response, which the caller consumes or destroys; null if the response has no body. */
  readonly read: (() => Promise<Readable>) | null;
}

export type DownloadSource = Pick<ArtifactStore, 'stat' | 'readSlowly'>;

export interface NamedObject {
  readonly key: string;
  readonly mimeType: string;
  /** A plain ASCII name. */
  readonly fileName: string;
}

export interface ObjectRequest {
  readonly method: string;
  /** The header, if there is a valid one. */
  readonly range?: string | undefined;
}

/** Null if there is no such object. */
export async function responseOf(
  store: DownloadSource,
  { key, mimeType, fileName }: NamedObject,
  { method, range: asked }: ObjectRequest,
): Promise<ObjectResponse | null> {
  const found = await store.stat(key);
  if (found === null) return null;
  const { sizeBytes } = found;
  const range = byteRange(asked, sizeBytes);
  const common = { 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  if (range === 'unsatisfiable') {
    const headers = { ...common, 'Content-Range': `bytes */${sizeBytes}`, 'Content-Length': '0' };
    return { status: 416, headers, read: null };
  }
  const headers = {
    ...common,
    'Content-Type': mimeType,
    'Content-Length': String(range === undefined ? sizeBytes : range.last - range.first + 1),
    'Content-Disposition': attachment(fileName),
    ...(range === undefined ? {} : { 'Content-Range': `bytes ${range.first}-${range.last}/${sizeBytes}` }),
  };
  const read = method === 'HEAD' ? null : () => store.readSlowly(key, range ?? { first: 0, last: sizeBytes - 1 });
  return { status: range === undefined ? 200 : 206, headers, read };
}
