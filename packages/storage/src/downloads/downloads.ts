/**
 * Signs download URLs and serves their files for any HTTP server, the same for every store. Every wrong request
 * (method, form, signature, time, missing object) gets the same response, null, so that probing a URL reveals nothing.
 * Only the bearer of a URL that was signed here can learn that its time is over.
 */
import { type Clock, systemClock } from '@farebox/kernel';
import { isKey, projectOf } from '../object-key.ts';
import {
  DOWNLOAD_TTL_MAX_SECONDS,
  type DownloadOptions,
  type DownloadUrl,
  downloadUrls,
  FILES_PATH,
} from './download-urls.ts';
import { type DownloadSource, type ObjectResponse, responseOf } from './object-response.ts';
import { createKeySeal, type Seal } from './sealed-key.ts';
import { checkSecret, type DownloadClaim, isSignature } from './signature.ts';

export interface Download extends ObjectResponse {
  /**
   * The owner of the file, and a value that is the same for all uses of one URL. Only for limits, never for a response
   * or a log.
   */
  readonly projectId: string;
  readonly urlId: string;
}

export interface DownloadRequest {
  readonly method: string;
  /** Path below the base path, as received: `/files/…`. */
  readonly path: string;
  /** Query string; may include the `?`. */
  readonly query: string;
  /** The header, if there is a valid one. */
  readonly range?: string | undefined;
}

export interface Downloads {
  /** A URL for GET and HEAD without headers. Signing does not check that the object exists. */
  urlOf(key: string, options: DownloadOptions): DownloadUrl;
  /**
   * Rejects with StorageUnavailableError (a 503). `read` rejects with the same, or with ObjectMissingError for a
   * removed file.
   */
  open(request: DownloadRequest): Promise<Download | null>;
  /** When a URL that was signed here expired; null for a URL that is still valid, and for any other. Reads no store. */
  expiredAt(request: Named): Date | null;
}

/** Shared by all gateways, so that any gateway serves the URLs of another. */
export interface DownloadSettings {
  readonly store: DownloadSource;
  /** The gateway's base URL as clients see it; files are served below its `/files/`. */
  readonly publicUrl: URL | string;
  /** The URL secret, at least 32 characters. */
  readonly urlSecret: string;
  readonly clock?: Clock;
}

export function createDownloads({ store, publicUrl, urlSecret, clock = systemClock }: DownloadSettings): Downloads {
  checkSecret(urlSecret);
  const seal = createKeySeal(urlSecret);
  const signedIn = (request: Named): Signed | null => {
    const signed = parse(request, seal);
    return signed !== null && isSignature(urlSecret, signed.claim, signed.signature) ? signed : null;
  };
  return {
    urlOf: downloadUrls({ publicUrl, urlSecret, clock }),
    async open(request) {
      const signed = ['GET', 'HEAD'].includes(request.method) ? signedIn(request) : null;
      if (signed === null) return null;
      const remainingMs = signed.claim.expires * 1000 - clock.now().getTime();
      if (remainingMs <= 0 || remainingMs > DOWNLOAD_TTL_MAX_SECONDS * 1000) return null;
      return await downloadOf(store, signed, request);
    },
    expiredAt(request) {
      const signed = signedIn(request);
      const at = signed === null ? Infinity : signed.claim.expires * 1000;
      return at <= clock.now().getTime() ? new Date(at) : null;
    },
  };
}

type Named = Pick<DownloadRequest, 'path' | 'query'>;

interface Signed {
  readonly claim: DownloadClaim;
  readonly signature: string;
}

const PARAMETERS = ['expires', 'name', 'signature', 'type'];

function parse({ path, query }: Named, seal: Seal): Signed | null {
  const key = path.startsWith(FILES_PATH) ? seal.open(path.slice(FILES_PATH.length)) : null;
  const given = new URLSearchParams(query);
  const exactlyOurs = [...given.keys()].sort().join() === PARAMETERS.join();
  const [expires = '', fileName = '', signature = '', mimeType = ''] = PARAMETERS.map((name) => given.get(name) ?? '');
  if (!exactlyOurs || key === null || !isKey(key) || !/^[1-9]\d{0,11}$/.test(expires)) return null;
  return { claim: { key, expires: Number(expires), mimeType, fileName }, signature };
}

async function downloadOf(
  store: DownloadSource,
  { claim, signature }: Signed,
  asked: DownloadRequest,
): Promise<Download | null> {
  const found = await responseOf(store, claim, asked);
  return found === null ? null : { ...found, projectId: projectOf(claim.key), urlId: signature };
}
