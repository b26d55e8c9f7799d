/** Makes the URLs that disk-downloads.ts serves. */
import { type Clock, InvariantError } from '@tollgate/kernel';
import { type ArtifactStore, checkDownloadOptions, downloadWindow } from '../artifact-store.ts';
import { plainFileName } from '../content-disposition.ts';
import { checkKey } from '../object-key.ts';
import { createKeySeal } from './sealed-key.ts';
import { checkSecret, signDownload } from './signature.ts';

/** Below the gateway's base path. */
export const FILES_PATH = '/files/';

export function diskDownloadUrls(options: {
  readonly publicUrl?: URL | string;
  readonly urlSecret?: string;
  readonly clock: Clock;
}): ArtifactStore['downloadUrl'] {
  const { publicUrl, urlSecret, clock } = options;
  if (publicUrl === undefined || urlSecret === undefined) {
    return async () => {
      throw new InvariantError('this app was not told how to sign download URLs');
    };
  }
  checkSecret(urlSecret);
  const { seal } = createKeySeal(urlSecret);
  const base = String(publicUrl).replace(/\/+$/, '');
  return async (key, download) => {
    checkKey(key);
    checkDownloadOptions(download);
    const { expiresAt } = downloadWindow(clock.now(), download.ttlSeconds);
    const [expires, fileName] = [expiresAt.getTime() / 1000, plainFileName(download.fileName)];
    const signature = signDownload(urlSecret, { key, expires, mimeType: download.mimeType, fileName });
    const fields = { expires: String(expires), type: download.mimeType, name: fileName, signature };
    return { url: `${base}${FILES_PATH}${seal(key)}?${new URLSearchParams(fields).toString()}`, expiresAt };
  };
}
