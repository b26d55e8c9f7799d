/**
 * URLs at which a resumable upload continues. The URL is the permission, sealed with the URL secret like that of a single
 * upload: a page that was given it needs no key. It ends with the key that started the upload.
 */
import { TUS } from '@farebox/contract';
import { createSeal } from '@farebox/storage';

export interface ResumablePermission {
  readonly uploadId: string;
  /** Public id of the key that started the upload. */
  readonly keyPublicId: string;
}

export interface ResumableAddresses {
  readonly urlOf: (permission: ResumablePermission) => string;
  /** Returns null for a URL that was not sealed with this secret. Only the database knows if the upload exists. */
  readonly open: (address: string) => ResumablePermission | null;
}

/** Keeps the seal of a single upload from being valid here. */
const PURPOSE = 'farebox-resumable-upload-1';

/** @param publicUrl base URL of the gateway that clients use. */
export function createResumableAddresses({
  publicUrl,
  urlSecret,
}: {
  readonly publicUrl: URL;
  readonly urlSecret: string;
}): ResumableAddresses {
  const { seal, open } = createSeal(urlSecret, PURPOSE);
  const base = publicUrl.href.replace(/(?<!\/)\/+$/, '') + TUS.path;
  return {
    urlOf: ({ uploadId, keyPublicId }) => `${base}/${seal(JSON.stringify([uploadId, keyPublicId]))}`,
    open: (address) => {
      const text = open(address);
      if (text === null) return null;
      const [uploadId, keyPublicId] = JSON.parse(text) as [string, string]; // the seal proves that we wrote it
      return { uploadId, keyPublicId };
    },
  };
}
