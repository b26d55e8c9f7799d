/**
 * Addresses that take one upload without a key. All that one permits stands in it, sealed under the URL secret: whoever has it reads and changes
 * nothing of it, and any gateway opens what another has made. Making one writes nothing.
 */
import { randomBytes } from 'node:crypto';
import type { UploadOnce } from '@farebox/files';
import type { ExpectedFile } from '@farebox/media';
import { createSeal } from '@farebox/storage';

export interface UploadPermission extends ExpectedFile {
  /** Of the key that made it, and without which it ends. */
  readonly keyPublicId: string;
  readonly once: UploadOnce;
}

export interface UploadAddresses {
  readonly urlOf: (permission: UploadPermission) => string;
  /** Null for what was not made under this secret. Whether it has ended is for the database to say. */
  readonly open: (address: string) => UploadPermission | null;
}

/** Below the base path. */
const UPLOADS_PATH = '/uploads/';
/** What is sealed for a download opens nothing here. */
const PURPOSE = 'farebox-upload-url-1';

/** @param publicUrl base URL of the gateway as clients see it. */
export function createUploadAddresses({
  publicUrl,
  urlSecret,
}: {
  readonly publicUrl: URL;
  readonly urlSecret: string;
}): UploadAddresses {
  const { seal, open } = createSeal(urlSecret, PURPOSE);
  const base = publicUrl.href.replace(/\/+$/, '');
  return {
    urlOf: (permission) => `${base}${UPLOADS_PATH}${seal(encoded(permission))}`,
    open: (address) => {
      const text = open(address);
      return text === null ? null : decoded(text);
    },
  };
}

type Sealed = readonly [
  id: string,
  endsMs: number,
  keyPublicId: string,
  mimeType: UploadPermission['mimeType'],
  sizeBytesMin: number,
  sizeBytesMax: number,
  sha256: string | null,
];

export const newUploadId = (): string => randomBytes(16).toString('base64url');

function encoded({ once, keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256 }: UploadPermission): string {
  const sealed: Sealed = [once.id, once.expiresAt.getTime(), keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256];
  return JSON.stringify(sealed);
}

/** What opens was written by us. */
function decoded(text: string): UploadPermission {
  const [id, endsMs, keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256] = JSON.parse(text) as Sealed;
  return { once: { id, expiresAt: new Date(endsMs) }, keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256 };
}
