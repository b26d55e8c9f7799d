/**
 * Creates the URLs that downloads.ts serves. A URL is secret until it expires, and does not reveal the owner of the
 * file.
 */
import { type Clock, invariant } from '@farebox/kernel';
import { checkKey } from '../object-key.ts';
import { plainFileName } from './content-disposition.ts';
import { createKeySeal } from './sealed-key.ts';
import { signDownload } from './signature.ts';

/** Path of downloads below the gateway's base path. */
export const FILES_PATH = '/files/';

export interface DownloadOptions {
  /** Lifetime in seconds, from 1 to 300. */
  readonly ttlSeconds: number;
  /** File name for the browser. In a name that is not a plain ASCII file name, other characters become `_`. */
  readonly fileName: string;
  readonly mimeType: string;
}

export interface DownloadUrl {
  readonly url: string;
  readonly expiresAt: Date;
}

export const DOWNLOAD_TTL_MAX_SECONDS = 300;

const MIME_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/;

export function downloadUrls(options: {
  /** The gateway's base URL as clients see it. */
  readonly publicUrl: URL | string;
  readonly urlSecret: string;
  readonly clock: Clock;
}): (key: string, download: DownloadOptions) => DownloadUrl {
  const { publicUrl, urlSecret, clock } = options;
  const { seal } = createKeySeal(urlSecret);
  const base = String(publicUrl).replace(/(?<!\/)\/+$/, '');
  return (key, download) => {
    checkKey(key);
    checkOptions(download);
    const [expires, fileName] = [endOf(download, clock.now()), plainFileName(download.fileName)];
    const signature = signDownload(urlSecret, { key, expires, mimeType: download.mimeType, fileName });
    const fields = { expires: String(expires), type: download.mimeType, name: fileName, signature };
    const url = `${base}${FILES_PATH}${seal(key)}?${new URLSearchParams(fields).toString()}`;
    return { url, expiresAt: new Date(expires * 1000) };
  };
}

function checkOptions({ ttlSeconds, mimeType }: DownloadOptions): void {
  const inRange = Number.isInteger(ttlSeconds) && ttlSeconds >= 1 && ttlSeconds <= DOWNLOAD_TTL_MAX_SECONDS;
  invariant(inRange, `a download URL lives 1 to ${DOWNLOAD_TTL_MAX_SECONDS} seconds`);
  invariant(MIME_TYPE.test(mimeType), 'a download has a plain media type');
}

/** Whole Unix seconds, because the signature contains them. */
const endOf = ({ ttlSeconds }: DownloadOptions, now: Date): number => Math.floor(now.getTime() / 1000) + ttlSeconds;
