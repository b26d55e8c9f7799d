/**
 * Where an upload in parts goes on. Its address is the permission, sealed under the URL secret as that of an upload at once: a page that was handed it
 * needs no key, and ends with the key that began the upload.
 */
import { TUS } from '@farebox/contract';
import { createSeal } from '@farebox/storage';

export interface ResumablePermission {
  readonly uploadId: string;
  /** Of the key that began it. */
  readonly keyPublicId: string;
}

export interface ResumableAddresses {
  readonly urlOf: (permission: ResumablePermission) => string;
  /** Null for what was not made under this secret. Whether the upload is there is for the database to say. */
  readonly open: (address: string) => ResumablePermission | null;
}

/** What is sealed for an upload at once opens nothing here. */
const PURPOSE = 'farebox-resumable-upload-1';

/** @param publicUrl base URL of the gateway as clients see it. */
export function createResumableAddresses({
  publicUrl,
  urlSecret,
}: {
  readonly publicUrl: URL;
  readonly urlSecret: string;
}): ResumableAddresses {
  const { seal, open } = createSeal(urlSecret, PURPOSE);
  const base = publicUrl.href.replace(/\/+$/, '') + TUS.path;
  return {
    urlOf: ({ uploadId, keyPublicId }) => `${base}/${seal(JSON.stringify([uploadId, keyPublicId]))}`,
    open: (address) => {
      const text = open(address);
      if (text === null) return null;
      const [uploadId, keyPublicId] = JSON.parse(text) as [string, string]; // what opens was written by us
      return { uploadId, keyPublicId };
    },
  };
}
