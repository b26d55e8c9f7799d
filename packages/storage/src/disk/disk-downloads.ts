/**
 * Serves what a disk store's download URLs point to, for any HTTP server to write out. Whatever is wrong with a request
 * (method, form, signature, time, a vanished object) has one answer, null, so that a URL can be probed for nothing.
 */
import type { Readable } from 'node:stream';
import { type Clock, systemClock } from '@tollgate/kernel';
import { type ArtifactStore, DOWNLOAD_TTL_MAX_SECONDS } from '../artifact-store.ts';
import { attachment } from '../content-disposition.ts';
import { ObjectMissingError } from '../errors.ts';
import { isKey } from '../keys.ts';
import { FILES_PATH } from './disk-download-urls.ts';
import { checkSecret, type DownloadClaim, isSignature } from './signature.ts';

export interface DiskDownload {
  /** To be piped to the client, or destroyed. */
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DiskDownloads {
  /**
   * `path` is below the base path, as it came in: `/files/projects/…`. `query` may carry its `?`. Rejects with
   * StorageUnavailableError (a 503).
   */
  open(request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
  }): Promise<DiskDownload | null>;
}

export function createDiskDownloads(options: {
  readonly store: Pick<ArtifactStore, 'stat' | 'read'>;
  readonly urlSecret: string;
  readonly clock?: Clock;
}): DiskDownloads {
  const { store, urlSecret, clock = systemClock } = options;
  checkSecret(urlSecret);
  return {
    async open({ method, path, query }) {
      const signed = method === 'GET' ? parse(path, query) : null;
      if (signed === null || !isSignature(urlSecret, signed.claim, signed.signature)) return null;
      const remainingMs = signed.claim.expires * 1000 - clock.now().getTime();
      if (remainingMs <= 0 || remainingMs > DOWNLOAD_TTL_MAX_SECONDS * 1000) return null;
      return await openObject(store, signed.claim);
    },
  };
}

const PARAMETERS = ['expires', 'name', 'signature', 'type'];

function parse(path: string, query: string): { readonly claim: DownloadClaim; readonly signature: string } | null {
  const key = path.startsWith(FILES_PATH) ? path.slice(FILES_PATH.length) : '';
  const given = new URLSearchParams(query);
  const exactlyOurs = [...given.keys()].sort().join() === PARAMETERS.join();
  const [expires = '', fileName = '', signature = '', mimeType = ''] = PARAMETERS.map((name) => given.get(name) ?? '');
  if (!exactlyOurs || !isKey(key) || !/^[1-9]\d{0,11}$/.test(expires)) return null;
  return { claim: { key, expires: Number(expires), mimeType, fileName }, signature };
}

async function openObject(
  store: Pick<ArtifactStore, 'stat' | 'read'>,
  { key, mimeType, fileName }: DownloadClaim,
): Promise<DiskDownload | null> {
  try {
    const found = await store.stat(key);
    if (found === null) return null;
    const headers = {
      'Content-Type': mimeType,
      'Content-Length': String(found.sizeBytes),
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    };
    return { stream: await store.read(key), headers };
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}
